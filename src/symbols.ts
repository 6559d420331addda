/** On the layer function of a mounted application: the application itself, so the compiler can see through the mount. */
export const kMountedApp: unique symbol = Symbol('maglev.mountedApp');
