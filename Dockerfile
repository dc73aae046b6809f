# Two stages: one with the tools, one with what runs. No source and no compiler is in the image that is shipped.
#
#   docker build --build-arg COMMIT=$(git rev-parse --short HEAD) .
#   docker buildx build --platform linux/amd64,linux/arm64 --build-arg COMMIT=… --push --tag … .
#
# The first stage runs on the machine that builds, for images of every architecture: only the binary of uWebSockets.js differs.
FROM --platform=$BUILDPLATFORM node:24-trixie-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY tsconfig.json ./
COPY protocol ./protocol
COPY src ./src
COPY examples/club.json ./examples/
ARG COMMIT=unknown
RUN echo "$COMMIT" > .commit && node src/cli/build.mjs && npm prune --omit=dev
# uWebSockets.js comes with binaries for every system and version of Node. Only the binary of the image stays (250 MB less), and the build
# fails if it is not the pinned one.
ARG TARGETARCH
RUN node src/cli/supply-chain/prepare-image.mjs "$TARGETARCH" && rm -rf node_modules/esbuild node_modules/@esbuild \
  && mkdir -m 700 /data

FROM node:24-trixie-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 TOUCHLINE_HOME=/data
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/src/start.mjs ./src/
COPY --from=build /app/src/cli/build.mjs ./src/cli/
COPY --from=build /app/src/cli/supply-chain/native-binary.mjs /app/src/cli/supply-chain/uwebsockets-binaries.json ./src/cli/supply-chain/
COPY --from=build --chown=node:node /data /data
USER node
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=40s --retries=3 \
  CMD ["node", "-e", "const tls = process.env.TLS_CERT_FILE ? 's' : ''; process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'; fetch(`http${tls}://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Not through npm: signals go to the server itself, which is process 1.
CMD ["node", "src/start.mjs"]
