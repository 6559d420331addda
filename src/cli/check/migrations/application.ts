import { roleOf } from '../code/roles.js';
import { methodCallOf, propertyOf, unwrap } from '../code/syntax.js';
import type { Visit } from '../code/visit.js';
import {
  callOn,
  type Draft,
  ifSure,
  insert,
  memberOn,
  migrationsTo,
  removalOf,
  rename,
  replace,
} from './migration.js';

/** Changes of applications, and of the members of `express`, from 4.x to 5.x. */
export const applicationMigrations = migrationsTo('5', del, paramFunction, options, query);

function del(visit: Visit): Draft | null {
  const call = callOn(visit, 'app', 'router');
  if (call?.name !== 'del') return null;
  const { node, object, property, sure } = call;
  const message = 'was removed in Express 5; use app.delete.';
  return {
    rule: 'removed-member',
    level: 'error',
    node,
    message,
    rewrite: `${visit.file.textOf(object)}.delete(...)`,
    ...ifSure(sure, rename(property, 'delete')),
  };
}

function paramFunction(visit: Visit): Draft | null {
  const call = callOn(visit, 'app', 'router');
  const isFunction = call?.args.length === 1 && /Function/.test(call.args[0]!.type);
  if (call?.name !== 'param' || !isFunction) return null;
  const message =
    'throws in Express 5: give the names of parameters to app.param, or check them in the handlers.';
  return {
    rule: 'removed-member',
    level: 'error',
    node: call.node,
    message,
    rewrite: "app.param('name', (req, res, next, value) => ...)",
  };
}

function options(visit: Visit, from: string): Draft | null {
  const call = callOn(visit, 'express');
  if (!call) return null;
  const { name, args, node, sure } = call;
  if (name === 'urlencoded' && from === '4') return urlencoded(visit, call);
  if (name !== 'static') return null;
  const hidden = propertyOf(args[1], 'hidden');
  if (hidden) {
    const message = "hidden was removed in Express 5; use dotfiles: 'allow'.";
    return {
      rule: 'changed-option',
      level: 'warning',
      node,
      message,
      rewrite: "dotfiles: 'allow'",
      ...ifSure(sure && hidden.value?.value === true, replace(hidden, "dotfiles: 'allow'")),
    };
  }
  return null;
}

function urlencoded(
  { file }: Visit,
  { args, node, sure }: NonNullable<ReturnType<typeof callOn>>,
): Draft | null {
  const given = args[0] && unwrap(args[0]);
  if (given !== undefined && (given.type !== 'ObjectExpression' || propertyOf(given, 'extended')))
    return null;
  if (given?.properties.some(({ type }: { type: string }) => type === 'SpreadElement')) return null;
  const message = 'reads a[b]=1 as nested by default in Express 4, and not in Express 5.';
  const inside = given?.properties.length ? `, ${file.textOf(given).slice(1, -1).trim()}` : '';
  const rewrite = `express.urlencoded({ extended: true${inside} })`;
  const at =
    given === undefined
      ? { start: node.end - 1, end: node.end - 1 }
      : { start: given.start + 1, end: given.start + 1 };
  const text =
    given === undefined
      ? '{ extended: true }'
      : given.properties.length
        ? ' extended: true,'
        : ' extended: true ';
  return {
    rule: 'changed-option',
    level: 'warning',
    node,
    message,
    rewrite,
    ...ifSure(sure, replace(at, text)),
  };
}

function query(visit: Visit, from: string): Draft | null {
  const call = callOn(visit, 'express');
  if (call?.name !== 'query' || from !== '4') return null;
  const { node, sure, args } = call;
  const message =
    "was removed in Express 5, which always parses req.query; app.set('query parser', ...) changes how.";
  const statement = wholeStatement(visit);
  // In 4.x it has no effect either: every application starts with one.
  const edits = statement && ifSure(sure && args.length === 0, replace(statement, ''));
  return { rule: 'bundled-middleware', level: 'error', node, message, ...edits };
}

/** What to remove if a call is the only argument of an `app.use` statement. */
function wholeStatement({
  node,
  parents,
  file: { text },
  roles,
}: Visit): { start: number; end: number } | null {
  const [statement, use] = parents.slice(-2);
  const call = use && methodCallOf(use);
  const isUsed = call?.name === 'use' && call.args.length === 1 && call.args[0] === node;
  if (!isUsed || statement?.type !== 'ExpressionStatement' || roleOf(call.object, roles)?.role !== 'app')
    return null;
  return removalOf(statement, text);
}

/** The packages that the middleware of 3.x has moved to. */
const PACKAGES: Readonly<Record<string, string>> = {
  basicAuth: 'basic-auth-connect',
  bodyParser: 'body-parser',
  compress: 'compression',
  cookieParser: 'cookie-parser',
  cookieSession: 'cookie-session',
  csrf: 'csrf-sync',
  directory: 'serve-index',
  errorHandler: 'errorhandler',
  favicon: 'serve-favicon',
  limit: 'raw-body',
  logger: 'morgan',
  methodOverride: 'method-override',
  multipart: 'connect-multiparty',
  responseTime: 'response-time',
  session: 'express-session',
  staticCache: 'apicache',
  timeout: 'connect-timeout',
  vhost: 'vhost',
};

/** Changes from 3.x to 4.x. */
export const migrationsFrom3 = migrationsTo(
  '4',
  bundled,
  configure,
  router,
  locals,
  routes,
  createServer,
  accepted,
);

function bundled(visit: Visit): Draft | null {
  const member = memberOn(visit, 'express');
  if (member === null || !Object.hasOwn(PACKAGES, member.name)) return null;
  const name = PACKAGES[member.name]!;
  const message = `does not come with Express 4: install the package ${name}.`;
  return {
    rule: 'bundled-middleware',
    level: 'error',
    node: visit.node,
    message,
    rewrite: `require('${name}')`,
  };
}

function configure(visit: Visit): Draft | null {
  const call = callOn(visit, 'app');
  if (call?.name !== 'configure') return null;
  const message =
    "was removed in Express 4; run the code of the function directly, or in an if statement about app.get('env').";
  return {
    rule: 'removed-member',
    level: 'error',
    node: call.node,
    message,
    rewrite: "if (app.get('env') === 'development') { ... }",
  };
}

function router(visit: Visit): Draft | null {
  const member = memberOn(visit, 'app');
  if (member?.name !== 'router') return null;
  const message =
    'is not for use() in Express 4: routes run where they are registered. Remove it, put middleware before the routes that need it, and error handlers after them.';
  return { rule: 'app-router', level: 'error', node: visit.node, message };
}

function locals(visit: Visit): Draft | null {
  const { node, file } = visit;
  const call = callOn(visit, 'app', 'response');
  if (call?.name !== 'locals' || call.args.length !== 1) return null;
  const rewrite = `Object.assign(${file.textOf(node.callee)}, ${file.textOf(call.args[0]!)})`;
  const message = 'is an object in Express 4, not a function.';
  const edits = [
    insert(node.start, 'Object.assign('),
    replace({ start: node.callee.end, end: call.args[0]!.start }, ', '),
  ];
  return {
    rule: 'removed-member',
    level: 'error',
    node,
    message,
    rewrite,
    ...ifSure(call.sure, ...edits),
  };
}

function routes(visit: Visit): Draft | null {
  const member = memberOn(visit, 'app');
  if (member?.name !== 'routes') return null;
  const message = 'was removed in Express 4; app._router.stack has the layers.';
  return { rule: 'removed-member', level: 'error', node: visit.node, message };
}

function createServer(visit: Visit): Draft | null {
  const call = callOn(visit, 'express');
  if (call?.name !== 'createServer') return null;
  const { node, object, args, sure } = call;
  const message = 'was removed in Express 4; call express().';
  const rewrite = `${visit.file.textOf(object)}()`;
  return {
    rule: 'removed-member',
    level: 'error',
    node,
    message,
    rewrite,
    ...ifSure(sure && args.length === 0, replace(node, rewrite)),
  };
}

const ACCEPTED: Readonly<Record<string, string>> = {
  accepted: 'accepts',
  acceptedCharsets: 'acceptsCharsets',
  acceptedEncodings: 'acceptsEncodings',
  acceptedLanguages: 'acceptsLanguages',
};

function accepted(visit: Visit): Draft | null {
  const member = memberOn(visit, 'request');
  if (member === null || (!Object.hasOwn(ACCEPTED, member.name) && member.name !== 'auth')) return null;
  if (member.name === 'auth') {
    // Other packages add a member of this name.
    return null;
  }
  const rewrite = `${visit.file.textOf(member.object)}.${ACCEPTED[member.name]}()`;
  const message = 'was removed in Express 4.';
  return { rule: 'removed-member', level: 'error', node: visit.node, message, rewrite };
}
