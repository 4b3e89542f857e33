/** The page of `check --html` and `replay --html`. */
import type { CheckPageData } from "../../report/pages/check-data.ts";
import { startPage } from "../shared/start-page.tsx";
import { CheckPage } from "./check-page.tsx";

startPage((text) => {
  const data: CheckPageData = JSON.parse(text);
  return <CheckPage data={data} />;
});
