import type { AnyHandler } from '../../contracts/handler.js';
import type { LayerOptions } from '../../contracts/layer.js';
import { Layer as LayerClass } from './layer.js';

/**
 * The export of `lib/router/layer`, which may be called without `new`, as in Express. It has the prototype of all layers, so that
 * patches of it apply to all.
 */
export default function Layer(path: unknown, options: LayerOptions | undefined, fn: AnyHandler): LayerClass {
  return Reflect.construct(LayerClass, [path, options, fn], new.target ?? LayerClass);
}

Layer.prototype = LayerClass.prototype;
Object.defineProperty(Layer.prototype, 'constructor', { value: Layer });
