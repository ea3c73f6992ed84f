import type { ExtensionRequest, ExtensionResponse } from '../../src/features/ljmonitor/hand-in/extension/protocol.ts';
import type { PageInTab } from '../../src/features/ljmonitor/hand-in/bookmarklet.ts';
import type { State } from './walk.ts';

interface BrowserEvent<Values extends unknown[]> {
  addListener(listener: (...values: Values) => void): void;
}

interface MessageEvents<Message> {
  /** A listener that returns true responds later. */
  addListener(listener: (message: Message, sender: Sender, respond: (response?: unknown) => void) => true | void): void;
}

interface Sender {
  url?: string;
}

export interface Tab {
  id?: number;
  /** Absent when the extension has no permission for the page. */
  url?: string;
  status?: string;
}

export interface ContentScript {
  id: string;
  js: string[];
  matches: string[];
  runAt: 'document_start';
}

/** The user's orders in the popup. */
export type Order = { kind: 'readTab'; tabId: number } | { kind: 'start' | 'goOn' | 'stop' };

/** The part of the browsers' API for extensions that this one uses. */
interface ExtensionApi {
  action: { setBadgeText(details: { text: string }): Promise<void> };
  alarms: {
    create(name: string, info: { periodInMinutes: number }): Promise<void>;
    clear(name: string): Promise<boolean>;
    onAlarm: BrowserEvent<[{ name: string }]>;
  };
  permissions: {
    request(permissions: { origins: string[] }): Promise<boolean>;
    contains(permissions: { origins: string[] }): Promise<boolean>;
  };
  runtime: {
    getURL(path: string): string;
    sendMessage(order: Order): Promise<unknown>;
    onMessage: MessageEvents<Order> & MessageEvents<ExtensionRequest>;
    onInstalled: BrowserEvent<[]>;
    onStartup: BrowserEvent<[]>;
  };
  scripting: {
    executeScript(injection: { target: { tabId: number }; func: () => PageInTab }): Promise<{ result?: PageInTab }[]>;
    getRegisteredContentScripts(filter: { ids: string[] }): Promise<ContentScript[]>;
    registerContentScripts(scripts: ContentScript[]): Promise<void>;
    unregisterContentScripts(filter: { ids: string[] }): Promise<void>;
  };
  storage: {
    local: {
      get(key: 'state'): Promise<{ state?: State }>;
      set(items: { state: State }): Promise<void>;
    };
    onChanged: BrowserEvent<[]>;
  };
  tabs: {
    create(properties: { url: string; active: boolean }): Promise<Tab>;
    get(tabId: number): Promise<Tab>;
    query(filter: { active?: true; currentWindow?: true }): Promise<Tab[]>;
    reload(tabId: number): Promise<void>;
    sendMessage(tabId: number, request: ExtensionRequest): Promise<ExtensionResponse>;
    update(tabId: number, properties: { url?: string; active?: true }): Promise<Tab | undefined>;
    onUpdated: BrowserEvent<[number, { status?: string }]>;
  };
}

declare const browser: ExtensionApi | undefined;
declare const chrome: ExtensionApi;

/** Firefox returns promises under the name `browser` only, and Chrome has only `chrome`. */
export const api = typeof browser === 'undefined' ? chrome : browser;
