/** The page of `deadwood explore`. */
import type { ExplorePageData } from "../../explore/explore-data.ts";
import { startPage } from "../shared/start-page.tsx";
import { ExplorePage } from "./explore-page.tsx";

startPage((text) => {
  const data: ExplorePageData = JSON.parse(text);
  return <ExplorePage data={data} />;
});
