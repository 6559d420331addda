import type { LayerLike } from '../contracts/layer.js';

/** What has to know of whatever is done to the layers of a stack. */
export interface Watcher {
  change(): void;
  /** Somebody has got this layer, and may change it at any time later. */
  hold(layer: unknown): void;
}

/** An array that shows the layers, and tells of every change made through it and of every layer taken out of it. */
export function watchLayers(layers: LayerLike[], watcher: Watcher): LayerLike[] {
  return new Proxy(layers, {
    get: (target, key) => {
      const value = Reflect.get(target, key);
      watcher.hold(value);
      return value;
    },
    getOwnPropertyDescriptor: (target, key) => {
      const descriptor = Reflect.getOwnPropertyDescriptor(target, key);
      watcher.hold(descriptor?.value);
      return descriptor;
    },
    set: (target, key, value) => {
      watcher.change();
      watcher.hold(value);
      return Reflect.set(target, key, value);
    },
    deleteProperty: (target, key) => {
      watcher.change();
      return Reflect.deleteProperty(target, key);
    },
    defineProperty: (target, key, descriptor) => {
      watcher.change();
      watcher.hold(descriptor.value);
      return Reflect.defineProperty(target, key, descriptor);
    },
  });
}
