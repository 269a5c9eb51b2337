FROM oven/bun:1.4.5-slim AS packages
WORKDIR /app
COPY package.json bun.lock ./
RUN bun install --frozen-lockfile --production

FROM packages AS build
COPY tsconfig.json ./
COPY domain domain
COPY db db
COPY emails emails
COPY web web
COPY server server
RUN bun server/build/main.ts

FROM oven/bun:1.4.5-slim
WORKDIR /app
ENV NODE_ENV=production \
    PORT=3000 \
    DATA_DIR=/data \
    ADMIN_PASSWORD_FILE=/data/first-password
# before VOLUME, because volumes keep this owner, and the image runs as this user. compose.yaml mounts one at /assets.
RUN mkdir --mode=700 /data /assets && chown bun:bun /data /assets
VOLUME /data
COPY package.json tsconfig.json LICENSE ./
COPY --from=packages /app/node_modules node_modules
COPY domain domain
COPY db db
COPY emails emails
COPY web web
COPY server server
# after a checkout with a strict umask only root could read them
RUN chmod -R a+rX package.json tsconfig.json LICENSE domain db emails web server
COPY --from=build /app/dist dist
COPY --from=build /app/dist-server dist-server
USER bun
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s \
  CMD ["bun", "--eval", "const { ok } = await fetch(`http://127.0.0.1:${process.env.PORT}/health`); process.exit(ok ? 0 : 1)"]
CMD ["bun", "dist-server/main.js"]
