// Traces for OpenTelemetry (rule OPS-25): a span for each write, from its request to its answer, which follows the publication, and a
// span for each message of another node. Without an endpoint none of the libraries is loaded, and no request is looked at.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span, SpanContext } from '@opentelemetry/api';
import { readBuildInfo } from './build-info.ts';
import { withDeadline } from './deadline.ts';
import { parseJson } from './json.ts';
import { type Logger, openRareWarning } from './logger.ts';

/** The span of one request. */
export type RequestSpan = {
  /** What `work` sends to other nodes, also later, belongs to the span. */
  run<T>(work: () => T): T;
  /** `status`: null if the client went away before the answer. */
  end(route: string, status: number | null): void;
};

export type Tracing = {
  /** `traceparent`: the header of W3C Trace Context; '' without one. Null for a request that only reads. */
  begin(method: string, path: string, traceparent: string): RequestSpan | null;
  /** The `traceparent` of the write that the caller works for; undefined outside of one. */
  current(): string | undefined;
  /** Runs `work` for a message of another node. `sentAt`: ms since 1970, by its clock. */
  received(message: RelayedMessage, sentAt: number, traceparent: string | undefined, work: () => void): void;
  /** Sends what is left, within 2 seconds. */
  close(): Promise<void>;
};

type RelayedMessage = { readonly kind: string; readonly ref?: string; readonly seq?: number };

const READS = ['get', 'head', 'options'];
/** An export to a collector that does not answer ends after this time, ms. */
const EXPORT_MS = 5_000;
const CLOSE_MS = 2_000;

/** The libraries tell an error as JSON with its stack. */
function messageIn(told: string): string {
  const error = parseJson(told);
  return typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : told;
}

/** `endpoint`: the address of a collector that takes OTLP over HTTP, without `/v1/traces`. */
export async function openTracing(endpoint: string, logger: Logger): Promise<Tracing> {
  const [api, sdk, { OTLPTraceExporter }, { resourceFromAttributes }, { parseTraceParent }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace-base'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/core'),
  ]);
  const { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } = api;
  const { version } = readBuildInfo();
  const warn = openRareWarning(logger);
  const ignore = (): void => undefined;
  const lost = (reason: string): void => {
    warn(`Traces could not be sent to OTEL_EXPORTER_OTLP_ENDPOINT: ${reason}`);
  };
  const told = (message: string): void => {
    lost(messageIn(message));
  };
  const diagnostics = { error: told, warn: told, info: ignore, debug: ignore, verbose: ignore };
  // Each gateway of a process sets its own.
  api.diag.setLogger(diagnostics, { suppressOverrideMessage: true });
  const url = `${endpoint}${endpoint.endsWith('/') ? '' : '/'}v1/traces`;
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: EXPORT_MS });
  const provider = new sdk.BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'touchline', 'service.version': version }),
    spanProcessors: [new sdk.BatchSpanProcessor(exporter)],
  });
  const tracer = provider.getTracer('touchline', version);
  const running = new AsyncLocalStorage<SpanContext>();

  const parentOf = (traceparent: string | undefined) => {
    const parent = traceparent ? parseTraceParent(traceparent) : null;
    return parent === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true });
  };

  return {
    begin(method, path, traceparent) {
      if (READS.includes(method.toLowerCase())) return null;
      const attributes = { 'http.request.method': method.toUpperCase(), 'url.path': path };
      const span = tracer.startSpan(method.toUpperCase(), { kind: SpanKind.SERVER, attributes }, parentOf(traceparent));
      return {
        run: (work) => running.run(span.spanContext(), work),
        end(route, status) {
          span.updateName(route);
          span.setAttribute('http.route', route);
          if (status !== null) span.setAttribute('http.response.status_code', status);
          if (status === null || status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    current() {
      const of = running.getStore();
      return of && `00-${of.traceId}-${of.spanId}-${of.traceFlags.toString(16).padStart(2, '0')}`;
    },
    received({ kind, ref, seq }, sentAt, traceparent, work) {
      const attributes = {
        'messaging.system': 'redis',
        'messaging.operation.type': 'process',
        'touchline.message': kind,
        ...(ref !== undefined && { 'touchline.channel': ref }),
        ...(seq !== undefined && { 'touchline.seq': seq }),
      };
      // From the sender on, as far as the clocks agree.
      const startTime = Math.min(sentAt, Date.now());
      const options = { kind: SpanKind.CONSUMER, attributes, startTime };
      const span: Span = tracer.startSpan(`relay ${kind}`, options, parentOf(traceparent));
      try {
        work();
      } finally {
        span.end();
      }
    },
    async close() {
      const sent = provider.shutdown().catch((error: unknown) => {
        lost(error instanceof Error ? error.message : String(error));
      });
      await withDeadline(sent, CLOSE_MS, () => {
        lost(`no answer within ${CLOSE_MS / 1_000} seconds`);
      });
    },
  };
}
