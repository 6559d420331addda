import type { LayerLike } from '../contracts/layer.js';

/** Is told what users do to a stack; implemented by the table. */
export interface Watcher {
  invalidate(): void;
  /** Users have read this layer, and may change it later. */
  exposeLayer(layer: unknown): void;
  /** The array may have another layer each time it is read: users have put an accessor into it. */
  loseSight(): void;
}

/** The array that users see as `router.stack`. It tells the watcher of every change to it and of every layer read from it. */
export function watchLayers(layers: LayerLike[], watcher: Watcher): LayerLike[] {
  const view: LayerLike[] = new Proxy(layers, {
    get: (target, key) => {
      const value = Reflect.get(target, key);
      watcher.exposeLayer(value);
      return value;
    },
    getOwnPropertyDescriptor: (target, key) => {
      const descriptor = Reflect.getOwnPropertyDescriptor(target, key);
      watcher.exposeLayer(descriptor?.value);
      return descriptor;
    },
    set: (target, key, value, receiver) => {
      // An object that inherits from the array gets a property of its own.
      if (receiver !== view) return Reflect.set(target, key, value, receiver);
      watcher.invalidate();
      watcher.exposeLayer(value);
      return Reflect.set(target, key, value);
    },
    setPrototypeOf: (target, prototype) => {
      watcher.loseSight();
      return Reflect.setPrototypeOf(target, prototype);
    },
    deleteProperty: (target, key) => {
      watcher.invalidate();
      return Reflect.deleteProperty(target, key);
    },
    defineProperty: (target, key, descriptor) => {
      if ('value' in descriptor) watcher.invalidate();
      else watcher.loseSight();
      watcher.exposeLayer(descriptor.value);
      return Reflect.defineProperty(target, key, descriptor);
    },
  });
  return view;
}
