import type { ScanReason } from '../../../compiler/explain.js';
import type { Why } from '../../../compiler/interpret.js';
import type { ProgramView } from '../../../compiler/view.js';
import type { FastPath } from '../../fast-paths.js';
import type { Deprecation } from './deprecations.js';
import type { Place } from './places.js';

/** What the command knows of an application: plain data, made in the application's process. */
export interface Inspection {
  readonly line: string;
  readonly program: ProgramView<LayerFacts>;
  /** Milliseconds that compiling took. */
  readonly milliseconds: number;
  /** None for a router alone, which has no responses of its own. */
  readonly fastPaths: readonly FastPath[];
  readonly explanation: ExplanationView | null;
  /** Null unless it was asked for. */
  readonly code: CodeFacts | null;
  /** Further applications of the same file. */
  readonly others: readonly Inspection[];
}

/** What is known of the code of an application, for those who read it. */
export interface CodeFacts {
  /** Those that were loaded, without packages. */
  readonly files: readonly string[];
  readonly deprecations: readonly Deprecation[];
  /** A package hands rejections to the error handlers. */
  readonly catchesRejections: boolean;
}

export interface LayerFacts {
  readonly name: string;
  /** `file:line` of the registration. */
  readonly source: string | null;
  /** The functions of a route, or the one of a middleware. */
  readonly handlers: readonly Handler[];
  readonly matcher: Matcher;
  /** The path as it was registered: one, or the members of an array. */
  readonly parts: readonly PathPart[];
  /** The path is a RegExp of the user's, or has one in it. */
  readonly regexp: boolean;
  /** A path that the line rejects: the layer exists in this inspection only, and never matches. */
  readonly refused: Refusal | null;
}

export interface Handler {
  readonly name: string;
  readonly arity: number;
  /** Name of its first parameter, as far as its source shows one. */
  readonly first: string;
  /** The method it answers, uppercase; null for all. */
  readonly method: string | null;
  /** Where it is written, if that was asked for. */
  readonly place: Place | null;
}

export interface PathPart {
  readonly text: string;
  readonly regexp: boolean;
}

export interface Refusal {
  readonly path: string;
  /** What it consists of: one, or the members of an array. */
  readonly parts: readonly PathPart[];
  readonly message: string;
}

/** How a layer matches, as data that also the page can evaluate. */
export type Matcher =
  | { readonly kind: 'everything' }
  /** Everything, and takes all of it; the path has to be decodable. */
  | { readonly kind: 'star' }
  | { readonly kind: 'regexps'; readonly regexps: readonly MatcherRegExp[] }
  /** 3.x: all paths below a mount path. */
  | { readonly kind: 'below'; readonly prefix: string }
  /** Replaced, or not a layer of maglev. */
  | { readonly kind: 'unknown' };

/** With the names of what it captures. */
export type MatcherRegExp = readonly [source: string, flags: string, keys: readonly string[]];

export interface ExplanationView {
  readonly method: string;
  readonly path: string;
  readonly leaf: string | null;
  readonly reason: ScanReason | null;
  /** Those inside a mounted router behind its own: routers may be nested deeper than what is nested can be sent. */
  readonly steps: readonly StepView[];
  readonly undecodable: Undecodable | null;
  /** Routes that the path leads to by other methods. */
  readonly otherMethods: readonly RoutePlace[];
}

export type Params = Readonly<Record<string, string | readonly string[]>>;

export interface RoutePlace {
  readonly methods: readonly string[] | '*' | null;
  readonly path: string;
  readonly source: string | null;
}

/** A layer that cannot decode a part of a path, and what it says. */
export interface Undecodable extends RoutePlace {
  readonly key: string;
  readonly message: string;
}

export interface StepView extends RoutePlace {
  /** `2.1` is the first step inside the router of the second. */
  readonly number: string;
  /** Its place in the whole table, as in `Placed`. */
  readonly key: string;
  /** How many routers it is in. */
  readonly depth: number;
  /** Whether a router is mounted here. */
  readonly mount: boolean;
  readonly index: number;
  readonly name: string;
  /** The name of a route's last function. */
  readonly handler: string;
  /** The number of parameters of the last function. */
  readonly arity: number;
  /** What the path gives it. */
  readonly params: Params;
  readonly why: Why;
  readonly matched: string;
  /** Runs only when something before it has failed. */
  readonly forErrors: boolean;
}

export interface InspectInput {
  /** A request to explain. */
  readonly request: { readonly method: string; readonly path: string } | null;
  /** Whether to look at where functions are written, and at what is called. */
  readonly code?: boolean;
  /** Whether to ask the routes for GET before that. */
  readonly ask?: boolean;
}
