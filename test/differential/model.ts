/** Random route tables and requests, as plain data: a failing case can be printed, shrunk and replayed. */
import fc from 'fast-check';

export type Grammar = 3 | 4 | 5;

/** A path as data; a RegExp is represented by its source and flags. */
export type PathSpec = string | { regexp: string; flags: string } | PathSpec[];

/** The action of a handler. */
export type Action =
  | { do: 'respond' }
  | { do: 'next' }
  | { do: 'nextValue'; value: 'route' | 'router' | 0 | '' | null }
  | { do: 'fail'; status: number | undefined }
  | { do: 'throw' }
  | { do: 'asyncNext' }
  | { do: 'lateNext' }
  | { do: 'reject' }
  | { do: 'rejectEmpty' }
  | { do: 'rewriteUrl'; url: string }
  | { do: 'rewriteMethod'; method: string }
  | { do: 'changeParams' }
  | { do: 'nextTwice' }
  | { do: 'addRoute'; where: 'own' | 'root'; path: PathSpec; method: string }
  | { do: 'extendRoute'; method: string }
  | { do: 'removeLayer'; at: number }
  | { do: 'swapLayers' }
  /** Keeps a layer of the stack. Later actions change it, in this request or in others. */
  | { do: 'holdLayer'; at: number }
  | { do: 'changeHeld'; how: 'close' | 'open' | 'widen' }
  | { do: 'openMethod'; method: string }
  /** Changes the cached result of parseurl. */
  | { do: 'rewriteParsed'; path: string }
  /** Changes `app.routes` of 3.x. */
  | { do: 'changeRoutes'; how: 'remove' | 'reverse' | 'filter' | 'delete'; verb: string; at: number };

export type Node =
  | { kind: 'use'; path: PathSpec | null; handlers: Action[] }
  | { kind: 'route'; path: PathSpec; methods: string[]; handlers: Action[] }
  | { kind: 'all'; path: PathSpec; handlers: Action[] }
  | { kind: 'chain'; path: PathSpec; verbs: { method: string; handlers: Action[] }[] }
  | { kind: 'errors'; path: PathSpec | null; action: Action }
  | { kind: 'param'; name: string; action: Action }
  /** 3.x: adds the router to the stack. */
  | { kind: 'place' }
  /** 3.x: creates callbacks from the values passed to `param`. */
  | { kind: 'customise'; name: string; pattern: string }
  | { kind: 'router'; path: PathSpec | null; options: RouterOptions; nodes: Node[] }
  | { kind: 'app'; path: PathSpec | null; options: RouterOptions; nodes: Node[] };

export interface RouterOptions {
  caseSensitive: boolean;
  strict: boolean;
  mergeParams: boolean;
}

export interface RequestSpec {
  method: string;
  target: string;
}

export interface Case {
  options: RouterOptions;
  nodes: Node[];
  requests: RequestSpec[];
}

export function arbitraryCase(grammar: Grammar): fc.Arbitrary<Case> {
  return fc.record({
    options: arbitraryOptions,
    nodes: fc.array(arbitraryNode(grammar, 0), { minLength: 1, maxLength: 9 }),
    requests: fc.array(arbitraryRequest, { minLength: 1, maxLength: 6 }),
  });
}

const arbitraryOptions: fc.Arbitrary<RouterOptions> = fc.record({
  caseSensitive: fc.boolean(),
  strict: fc.boolean(),
  mergeParams: fc.boolean(),
});

const methods = ['get', 'get', 'get', 'post', 'put', 'delete', 'head', 'options', 'm-search', 'patch'];
const arbitraryMethod = fc.constantFrom(...methods);

const literals = ['a', 'b', 'A', 'ab', 'c', 'a-b', 'x.y', '%61', 'a%20b', '1', 'é', '~', 'a:b'];

/** Segments with the same meaning in every grammar. */
const segments = [
  'a',
  'b',
  'A',
  'ab',
  'c',
  'a-b',
  'x.y',
  '%61',
  '1',
  ':id',
  ':id',
  ':a',
  ':b',
  ':a-:b',
  ':a.:b',
  'v:n',
];

const segments5 = [...segments, ':n-', ':"x y"', 'a\\:b', 'é', ':constructor'];
const tails5 = [
  '',
  '',
  '',
  '/',
  '/*rest',
  '/*rest',
  '{/:opt}',
  '{/b}',
  '{-:c}',
  '{/*rest}',
  '/*a/b',
  '*rest',
  '{/}',
  '/a*w',
];
const paths5 = [
  '/',
  '',
  '/*splat',
  '*splat',
  '{/*splat}',
  '{/:a}{/:b}',
  '/{:a}',
  '/:a{.:b}',
  '/a//b',
  'a',
  ':id',
  '/{a}{b}',
  '//',
];

const segments4 = [
  ...segments,
  ':id(\\d+)',
  ':k(a|b)',
  ':w([a-z]+)',
  ':id?',
  ':x(\\w+)-:y',
  'é',
  ':z([ab]*)',
  ':any(.*)',
  ':constructor',
];
const tails4 = [
  '',
  '',
  '',
  '/',
  '/*',
  '*',
  '/:opt?',
  '/:id*',
  '(/b)?',
  '.:ext?',
  '/(b|c)',
  '+',
  '/:a/*',
  '?',
  '/.:dot',
  '/:o?/b',
];
const paths4 = [
  '/',
  '',
  '*',
  '/*',
  '/a*b',
  '/a?b',
  '/ab+',
  '/(a)?b',
  'a',
  ':id',
  '/a|/b',
  '/:a?/:b?',
  '//',
  '/a//b',
  '/[ab]',
];

/** In 3.x a path is never empty. */
const paths3 = [...paths4.filter((path) => path !== ''), '/a/', '/:id/', '/:a?*', '/a.:b?', '/(a|b)/:c'];

const regexps = [
  '^\\/a',
  '^\\/(\\w+)',
  '^\\/(?<name>[^/]+)\\/b$',
  'b$',
  '^\\/a(\\/|$)',
  '^\\/(a)?\\/?(.*)',
  '\\/(?:x|y)',
  '^\\/([^/]+)-([^/]+)$',
  '(%)',
];

/** Every printable ASCII character. Some of them are invalid or special in the grammars. */
const printable = fc.string({
  unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
  minLength: 1,
  maxLength: 5,
});

export function arbitraryPath(grammar: Grammar): fc.Arbitrary<PathSpec> {
  const [segments, tails, paths] =
    grammar === 5 ? [segments5, tails5, paths5] : [segments4, tails4, grammar === 3 ? paths3 : paths4];
  const composed = fc
    .tuple(fc.array(fc.constantFrom(...segments), { minLength: 1, maxLength: 3 }), fc.constantFrom(...tails))
    .map(([parts, tail]) => `/${parts.join('/')}${tail}`);
  const text = fc.oneof(
    { weight: 6, arbitrary: composed },
    { weight: 1, arbitrary: fc.constantFrom(...paths) },
    { weight: 1, arbitrary: printable.map((text) => `/${text}`) },
  );
  const regexp = fc.record({ regexp: fc.constantFrom(...regexps), flags: fc.constantFrom('', '', 'i', 'g') });
  return fc.oneof(
    { weight: 12, arbitrary: text as fc.Arbitrary<PathSpec> },
    { weight: 1, arbitrary: regexp as fc.Arbitrary<PathSpec> },
    {
      weight: 1,
      arbitrary: fc.array(fc.oneof(text as fc.Arbitrary<PathSpec>, regexp), { minLength: 1, maxLength: 3 }),
    },
  );
}

function arbitraryMountPath(grammar: Grammar): fc.Arbitrary<PathSpec | null> {
  if (grammar === 3) {
    const texts = ['/', '/a', '/a/', '/A', '/:id', '/a/b', '/b', '', 'a', '/x.y', '/x', '/%61', '/é', '//'];
    return fc.option(fc.constantFrom<PathSpec>(...texts));
  }
  return fc.oneof(
    { weight: 2, arbitrary: fc.constant(null) },
    { weight: 2, arbitrary: fc.constantFrom<PathSpec>('/', '/a', '/a/', '/A', '/:id', '/a/:id', '/b', '') },
    { weight: 2, arbitrary: arbitraryPath(grammar) },
  );
}

export const arbitraryTarget: fc.Arbitrary<string> = fc.oneof(
  { weight: 10, arbitrary: composedTarget() },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '/',
      '*',
      '//',
      '/a//b',
      '///',
      '/?',
      '/a?x=1',
      '/?/a/b',
      '/a/?q=/b',
      '/a#b',
      '/a/b#c?d',
      '/%',
      '/%zz',
      '/a/%zz',
      '/%C3%A9',
      '/%E9',
      '/a/%2F/b',
      '/a%2Fb',
      '/..',
      '/a/../b',
      '/a;b',
      '/a\\b',
      'http://host/a/b',
      'http://host/a?x',
      'http://host',
      'https://host//a',
      '/http://a/b',
      '/a%20b',
      '/a|b?c#d',
      '/\xe9',
      '/\xb5',
      '/a/\xa0',
      `/${'a'.repeat(3000)}`,
      `/${'a/'.repeat(60)}`,
      '/A/B',
      '/AB',
      '/a/b/c/d/e',
    ),
  },
);

function composedTarget(): fc.Arbitrary<string> {
  const segment = fc.oneof(
    {
      weight: 8,
      arbitrary: fc.constantFrom(
        ...literals.filter((text) => text !== 'é'),
        '42',
        'B',
        'a.b',
        'vv',
        'b',
        'a',
        'a',
      ),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '',
        '%zz',
        '%2F',
        '%E9',
        '\xe9',
        'C3',
        '%',
        'a%',
        '-',
        '.',
        'x-y-z',
        'constructor',
      ),
    },
    // A request target cannot contain these characters.
    { weight: 1, arbitrary: printable.map((text) => text.replace(/[\s]/g, '_')) },
  );
  return fc
    .tuple(
      fc.array(segment, { maxLength: 4 }),
      fc.constantFrom('', '', '', '/', '//'),
      fc.constantFrom('', '', '', '?q=1', '?'),
    )
    .map(([parts, slash, query]) => `/${parts.join('/')}${parts.length > 0 ? slash : ''}${query}`);
}

const arbitraryRequest: fc.Arbitrary<RequestSpec> = fc.record({
  method: fc.constantFrom(
    'GET',
    'GET',
    'GET',
    'GET',
    'POST',
    'HEAD',
    'OPTIONS',
    'PUT',
    'DELETE',
    'M-SEARCH',
    'PROPFIND',
  ),
  target: arbitraryTarget,
});

/** Rewrite targets of handlers: mostly paths that routes use, sometimes invalid. */
const arbitraryUrl = fc.oneof(
  { weight: 6, arbitrary: composedTarget() },
  { weight: 1, arbitrary: fc.constantFrom('', 'a', '/a b', '/%zz', 'http://h/a', '/b?x=1#y') },
);

const arbitraryRouteChange: fc.Arbitrary<Action> = fc.record({
  do: fc.constant('changeRoutes' as const),
  how: fc.constantFrom('remove', 'remove', 'reverse', 'filter', 'delete'),
  verb: fc.constantFrom('get', 'get', 'post', 'head'),
  at: fc.nat(3),
});

function arbitraryAction(grammar: Grammar): fc.Arbitrary<Action> {
  const simple = (weight: number, action: Action) => ({ weight, arbitrary: fc.constant(action) });
  return fc.oneof(
    simple(30, { do: 'next' }),
    simple(12, { do: 'respond' }),
    simple(4, { do: 'throw' }),
    simple(4, { do: 'asyncNext' }),
    simple(3, { do: 'lateNext' }),
    simple(grammar === 5 ? 3 : 0, { do: 'reject' }),
    simple(grammar === 5 ? 1 : 0, { do: 'rejectEmpty' }),
    simple(3, { do: 'changeParams' }),
    simple(2, { do: 'nextTwice' }),
    simple(1, { do: 'swapLayers' }),
    {
      weight: 6,
      arbitrary: fc
        .constantFrom<'route' | 'router' | 0 | '' | null>('route', 'route', 'router', 0, '', null)
        .map((value): Action => ({ do: 'nextValue', value })),
    },
    {
      weight: 4,
      arbitrary: fc.constantFrom(undefined, 400, 404, 503).map((status): Action => ({ do: 'fail', status })),
    },
    { weight: 4, arbitrary: arbitraryUrl.map((url): Action => ({ do: 'rewriteUrl', url })) },
    { weight: grammar === 3 ? 4 : 0, arbitrary: arbitraryRouteChange },
    {
      weight: 2,
      arbitrary: fc
        .constantFrom('GET', 'POST', 'HEAD', 'OPTIONS', 'get')
        .map((method): Action => ({ do: 'rewriteMethod', method })),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.constantFrom<'own' | 'root'>('own', 'root'), arbitraryPath(grammar), arbitraryMethod)
        .map(([where, path, method]): Action => ({ do: 'addRoute', where, path, method })),
    },
    { weight: 1, arbitrary: arbitraryMethod.map((method): Action => ({ do: 'extendRoute', method })) },
    { weight: 1, arbitrary: fc.nat(6).map((at): Action => ({ do: 'removeLayer', at })) },
    { weight: 1, arbitrary: fc.nat(6).map((at): Action => ({ do: 'holdLayer', at })) },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom<'close' | 'open' | 'widen'>('close', 'open', 'widen')
        .map((how): Action => ({ do: 'changeHeld', how })),
    },
    { weight: 1, arbitrary: arbitraryMethod.map((method): Action => ({ do: 'openMethod', method })) },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom('/', '/a', '/a/b', '/b/1', '/A/', '/%61', '')
        .map((path): Action => ({ do: 'rewriteParsed', path })),
    },
  );
}

function arbitraryNode(grammar: Grammar, depth: number): fc.Arbitrary<Node> {
  const action = arbitraryAction(grammar);
  const handlers = fc.array(action, { minLength: 1, maxLength: 3 });
  const path = arbitraryPath(grammar);
  const mountPath = arbitraryMountPath(grammar);
  const leaf = [
    { weight: 5, arbitrary: fc.record({ kind: fc.constant('use' as const), path: mountPath, handlers }) },
    {
      weight: 10,
      arbitrary: fc.record({
        kind: fc.constant('route' as const),
        path,
        methods: fc.uniqueArray(arbitraryMethod, { minLength: 1, maxLength: 2 }),
        handlers,
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('all' as const), path, handlers }) },
    {
      weight: grammar === 3 ? 0 : 2,
      arbitrary: fc.record({
        kind: fc.constant('chain' as const),
        path,
        verbs: fc.array(fc.record({ method: fc.oneof(arbitraryMethod, fc.constant('all')), handlers }), {
          maxLength: 3,
        }),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('errors' as const), path: mountPath, action }) },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('param' as const),
        name: fc.constantFrom('id', 'a', 'b', 'rest', 'n', 'opt'),
        // Express crashes if a parameter callback calls back twice.
        action: action.filter((one) => one.do !== 'nextTwice'),
      }),
    },
    { weight: grammar === 3 ? 1 : 0, arbitrary: fc.constant({ kind: 'place' as const }) },
    {
      weight: grammar === 3 ? 1 : 0,
      arbitrary: fc.record({
        kind: fc.constant('customise' as const),
        name: fc.constantFrom('id', 'a', 'b'),
        pattern: fc.constantFrom('^\\d+$', '^[ab]', ''),
      }),
    },
  ];
  if (depth >= 2) return fc.oneof(...leaf) as fc.Arbitrary<Node>;
  const nodes = fc.array(
    fc.constant(null).chain(() => arbitraryNode(grammar, depth + 1)),
    { maxLength: 5 },
  );
  const nested = (kind: 'router' | 'app') =>
    fc.record({ kind: fc.constant(kind), path: mountPath, options: arbitraryOptions, nodes });
  return fc.oneof(
    ...leaf,
    { weight: 4, arbitrary: nested('router') },
    { weight: 2, arbitrary: nested('app') },
  ) as fc.Arbitrary<Node>;
}
