# Two stages: one with the tools, one with what runs. No source and no compiler is in the image that is shipped.
FROM node:20-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY tsconfig.json ./
COPY protocol ./protocol
COPY src ./src
RUN node src/cli/build.mjs && npm prune --omit=dev
# uWebSockets.js comes with binaries for every system and version of Node; one of them is ours (250 MB less).
RUN node -e "const fs = require('node:fs'), dir = 'node_modules/uWebSockets.js/', \
  ours = 'uws_' + process.platform + '_' + process.arch + '_' + process.versions.modules + '.node'; \
  if (!fs.existsSync(dir + ours)) throw new Error('no ' + ours); \
  for (const name of fs.readdirSync(dir)) if (/^uws_.*\.node$/.test(name) && name !== ours) fs.rmSync(dir + name); \
  require('./' + dir)" \
  && rm -rf node_modules/esbuild node_modules/@esbuild

FROM node:20-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 TOUCHLINE_HOME=/data
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/src/start.mjs ./src/
COPY --from=build /app/src/cli/build.mjs ./src/cli/
RUN mkdir /data && chown node:node /data && chmod 700 /data
USER node
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=40s --retries=3 \
  CMD ["node", "-e", "const tls = process.env.TLS_CERT_FILE ? 's' : ''; process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'; fetch(`http${tls}://127.0.0.1:${process.env.PORT}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Not through npm: signals go to the server itself, which is process 1.
CMD ["node", "src/start.mjs"]
