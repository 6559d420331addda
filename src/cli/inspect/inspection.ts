import type { ScanReason } from '../../../compiler/explain.js';
import type { Why } from '../../../compiler/interpret.js';
import type { ProgramView } from '../../../compiler/view.js';
import type { FastPath } from '../../contracts/fast-path.js';
import type { Deprecation } from './deprecations.js';
import type { Place } from './places.js';

/** What the command knows about an application: plain data, collected in the application's process. */
export interface Inspection {
  readonly line: string;
  readonly program: ProgramView<LayerFacts>;
  /** Milliseconds that compiling took. */
  readonly milliseconds: number;
  /** None for a router alone, which has no responses of its own. */
  readonly fastPaths: readonly FastPath[];
  readonly explanation: ExplanationView | null;
  /** Null unless requested. */
  readonly code: CodeFacts | null;
  /** Further applications of the same file. */
  readonly others: readonly Inspection[];
}

/** What is known about the code of an application. */
export interface CodeFacts {
  /** The files that were loaded, without packages. */
  readonly files: readonly string[];
  readonly deprecations: readonly Deprecation[];
  /** Whether a package passes rejections to the error handlers. */
  readonly catchesRejections: boolean;
}

export interface LayerFacts {
  readonly name: string;
  /** `file:line` of the registration. */
  readonly source: string | null;
  /** The functions of a route, or the function of a middleware. */
  readonly handlers: readonly Handler[];
  readonly matcher: Matcher;
  /** The registered path: one, or the members of an array. */
  readonly parts: readonly PathPart[];
  /** Whether the path is, or contains, a RegExp of the user. */
  readonly regexp: boolean;
  /** A path that the line rejects: the layer exists only in this inspection, and never matches. */
  readonly refused: Refusal | null;
}

export interface Handler {
  readonly name: string;
  readonly arity: number;
  /** The name of its first parameter, if its source shows one. */
  readonly first: string;
  /** The method it handles, uppercase; null for all. */
  readonly method: string | null;
  /** Where it is defined, if requested. */
  readonly place: Place | null;
}

export interface PathPart {
  readonly text: string;
  readonly regexp: boolean;
}

export interface Refusal {
  readonly path: string;
  /** Its parts: one, or the members of an array. */
  readonly parts: readonly PathPart[];
  readonly message: string;
}

/** How a layer matches, as data that the page can evaluate too. */
export type Matcher =
  | { readonly kind: 'everything' }
  /** Matches every path completely; the path has to be decodable. */
  | { readonly kind: 'star' }
  | { readonly kind: 'regexps'; readonly regexps: readonly MatcherRegExp[] }
  /** 3.x: all paths below a mount path. */
  | { readonly kind: 'below'; readonly prefix: string }
  /** Replaced, or not a layer of maglev. */
  | { readonly kind: 'unknown' };

/** With the names of its captures. */
export type MatcherRegExp = readonly [source: string, flags: string, keys: readonly string[]];

export interface ExplanationView {
  readonly method: string;
  readonly path: string;
  readonly leaf: string | null;
  readonly reason: ScanReason | null;
  /** A flat list, with the steps of a mounted router after its own: deep nesting could not be serialized. */
  readonly steps: readonly StepView[];
  readonly undecodable: Undecodable | null;
  /** Routes for the path with other methods. */
  readonly otherMethods: readonly RoutePlace[];
}

export type Params = Readonly<Record<string, string | readonly string[]>>;

export interface RoutePlace {
  readonly methods: readonly string[] | '*' | null;
  readonly path: string;
  readonly source: string | null;
}

/** A layer that cannot decode a part of a path, and its error message. */
export interface Undecodable extends RoutePlace {
  readonly key: string;
  readonly message: string;
}

export interface StepView extends RoutePlace {
  /** `2.1` is the first step inside the router of the second step. */
  readonly number: string;
  /** Its place in the complete table, as in `Placed`. */
  readonly key: string;
  /** The number of routers that contain it. */
  readonly depth: number;
  /** Whether a router is mounted here. */
  readonly mount: boolean;
  readonly index: number;
  readonly name: string;
  /** The name of a route's last function. */
  readonly handler: string;
  /** The number of parameters of the last function. */
  readonly arity: number;
  /** The parameters it gets from the path. */
  readonly params: Params;
  readonly why: Why;
  readonly matched: string;
  /** Runs only after an error. */
  readonly forErrors: boolean;
}

export interface InspectInput {
  /** A request to explain. */
  readonly request: { readonly method: string; readonly path: string } | null;
  /** Whether to find where functions are defined, and which deprecated functions are called. */
  readonly code?: boolean;
  /** Whether to send a request to each GET route before that. */
  readonly requestsRoutes?: boolean;
}
