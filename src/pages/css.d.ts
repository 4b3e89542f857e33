/** The build puts the imported style sheets of a page into one file (build/pages.mjs). */
declare module "*.css";
