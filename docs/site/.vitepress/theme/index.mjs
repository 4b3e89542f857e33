/** The default theme with the fonts that it brings along, and a line for the names of files. */
import DefaultTheme from "vitepress/theme";
import "./style.css";

// The only default export: VitePress asks for it.
export default DefaultTheme;
