// A collector of OpenTelemetry that takes traces as OTLP over HTTP, in JSON, and keeps their spans.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { z } from 'zod';

const attributeSchema = z.object({
  key: z.string(),
  value: z.object({ stringValue: z.string().optional(), intValue: z.number().optional() }),
});
const spanSchema = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.number(),
  startTimeUnixNano: z.string(),
  endTimeUnixNano: z.string(),
  status: z.object({ code: z.number() }),
  attributes: z.array(attributeSchema),
});
const exportSchema = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(attributeSchema) }),
      scopeSpans: z.array(z.object({ spans: z.array(spanSchema) })),
    }),
  ),
});

type Attributes = Readonly<Record<string, string | number | undefined>>;
type CollectedSpan = Omit<z.infer<typeof spanSchema>, 'attributes'> & { readonly attributes: Attributes };

type OtlpReceiver = {
  /** For `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  readonly endpoint: string;
  readonly spans: readonly CollectedSpan[];
  /** The names of the services that sent them. */
  readonly services: ReadonlySet<unknown>;
  close(): Promise<void>;
};

const valuesOf = (attributes: readonly z.infer<typeof attributeSchema>[]): Attributes =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]));

export async function openOtlpReceiver(): Promise<OtlpReceiver> {
  const spans: CollectedSpan[] = [];
  const services = new Set<unknown>();
  const server = createServer((request, answer) => {
    void text(request).then((body) => {
      if (request.method !== 'POST' || request.url !== '/v1/traces') {
        answer.writeHead(404).end();
        return;
      }
      for (const { resource, scopeSpans } of exportSchema.parse(JSON.parse(body)).resourceSpans) {
        services.add(valuesOf(resource.attributes)['service.name']);
        for (const span of scopeSpans.flatMap((scope) => scope.spans))
          spans.push({ ...span, attributes: valuesOf(span.attributes) });
      }
      answer.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    spans,
    services,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => {
          resolve();
        });
      }),
  };
}
