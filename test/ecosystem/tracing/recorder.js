import { EventEmitter, once } from 'node:events';

/** A span processor of OpenTelemetry that keeps spans in the order of their start. */
export class Recorder extends EventEmitter {
  #spans = [];
  #open = 0;

  onStart(span) {
    this.#spans.push(span);
    this.#open += 1;
  }

  onEnd() {
    this.#open -= 1;
    this.emit('end');
  }

  async forceFlush() {}

  async shutdown() {}

  /** The spans since the last call as data, after all of them have ended. */
  async take() {
    while (this.#open > 0) await once(this, 'end');
    const spans = this.#spans.splice(0);
    const places = new Map(spans.map((span, i) => [span.spanContext().spanId, i]));
    return spans.map(({ name, kind, status, attributes, events, parentSpanContext }) => ({
      name,
      kind,
      parent: places.get(parentSpanContext?.spanId) ?? (parentSpanContext?.spanId || null),
      status,
      attributes,
      events: events.map((event) => [event.name, event.attributes['exception.message']]),
    }));
  }
}
