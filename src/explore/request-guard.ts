/**
 * Who may talk to the server of a session. It listens on the loopback interface only, but pages of other sites that are
 * open in the same browser can send requests there, and other users of the computer too. So each request must carry
 * the session's token, name this server as its host, and, if it changes something, come from its own page.
 */
import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** Where the token is in requests of the page; in the address of the page it is a parameter. */
export const TOKEN_HEADER = "x-deadwood-token";
export const TOKEN_PARAMETER = "token";

export interface Refusal {
  readonly status: number;
  readonly why: string;
}

/** Why a request is not served; null if it is. `port` is that of the server. */
export function refusalOf(
  request: IncomingMessage,
  url: URL,
  token: string,
  port: number,
): Refusal | null {
  const { headers, method = "GET" } = request;
  if (!isOwnHost(headers.host, port))
    return { status: 403, why: "the Host header names no own address" };
  if (method !== "GET" && method !== "POST")
    return { status: 405, why: "only GET and POST are served" };
  const given = headers[TOKEN_HEADER] ?? url.searchParams.get(TOKEN_PARAMETER);
  if (typeof given !== "string" || !isSame(given, token)) {
    return {
      status: 403,
      why: "the token is wrong: use the address that deadwood explore printed",
    };
  }
  const { origin } = headers;
  const site = headers["sec-fetch-site"];
  if (origin !== undefined && !isOwnOrigin(origin, port)) {
    return { status: 403, why: "the request comes from another site" };
  }
  if (site !== undefined && site !== "same-origin" && site !== "none") {
    return { status: 403, why: "the request comes from another site" };
  }
  const type = headers["content-type"]?.split(";")[0]?.trim();
  if (method === "POST" && type !== "application/json") {
    return { status: 415, why: "a command is JSON: the content type must be application/json" };
  }
  return null;
}

const OWN_NAMES = ["127.0.0.1", "localhost", "[::1]"] as const;

const isOwnHost = (host: string | undefined, port: number): boolean =>
  OWN_NAMES.some((name) => host === `${name}:${port}`);

const isOwnOrigin = (origin: string, port: number): boolean =>
  OWN_NAMES.some((name) => origin === `http://${name}:${port}`);

function isSame(given: string, token: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(token)];
  return a.length === b.length && timingSafeEqual(a, b);
}
