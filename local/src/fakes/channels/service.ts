/** A request to a service, as the proxy of the local cloud gets it. */
export interface OutsideCall {
  url: URL;
  headers: Record<string, string>;
  body: Buffer;
}

export interface OutsideAnswer {
  status: number;
  /** A text is answered as it is, anything else as JSON. */
  body: object | string;
  headers?: Record<string, string>;
}

/** A message that a service took. */
export interface AcceptedMessage {
  service: string;
  title: string;
  text: string;
  /** What a tap on the message opens, where the service has it apart from the text. */
  url?: string;
  /** What the service of a browser gets: a body that only the browser can read, in base64, and the key of the site. */
  encrypted?: { body: string; siteKey: string };
  /** A message with the same id replaces an earlier one; undefined where the service replaces none. */
  replaces: string | undefined;
}

export type ReceiveResult =
  | { take: AcceptedMessage; answer: OutsideAnswer }
  | { take?: undefined; answer: OutsideAnswer };

export interface FakeService {
  name: string;
  isFor(url: URL): boolean;
  /** The number of messages in a time that the service takes from one address. */
  rate: { count: number; ms: number };
  tooMany: OutsideAnswer;
  receive(call: OutsideCall): ReceiveResult | Promise<ReceiveResult>;
}

/** Returns undefined for a body that is no JSON. */
export function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

export const refusal = (status: number, body: object | string): ReceiveResult => ({ answer: { status, body } });
