/** On the layer function of a mounted application: the application itself, so that the compiler can inline it. */
export const kMountedApp: unique symbol = Symbol('maglev.mountedApp');

/** On an application: returns its router if it has one already, without creating it. */
export const kPeekRouter: unique symbol = Symbol('maglev.peekRouter');

/** On an application of 5.x: returns the router that it has created, if any, also if users have defined another one. */
export const kOwnRouter: unique symbol = Symbol('maglev.ownRouter');

/** On an application: returns its router, and creates it if necessary. */
export const kUseRouter: unique symbol = Symbol('maglev.useRouter');

/** On a router: its tracked layers and the program compiled from them. */
export const kTable: unique symbol = Symbol('maglev.table');

/** On an application: how a request gets from the server to `initMessages` (src/server/message-classes.ts). */
export const kBeforeInit: unique symbol = Symbol('maglev.beforeInit');

/** On the prototype that responses have in front of Node's; known to all copies of maglev in a process. */
export const kReplacesNode: unique symbol = Symbol.for('maglev.replacesNode');

/** On `parser.onIncoming` and on `res._onPendingData`: the connection, while Node has not wired its response (src/server/connection.ts). */
export const kConnection: unique symbol = Symbol('maglev.connection');
