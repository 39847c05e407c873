# syntax=docker/dockerfile:1
# The screens are built and committed (ui/dist), so the image needs Go alone.
FROM --platform=$BUILDPLATFORM golang:1.26.8-bookworm AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY *.go ./
COPY app ./app
COPY store ./store
COPY ui/embed.go ./ui/embed.go
COPY ui/dist ./ui/dist
COPY testdata/demo ./testdata/demo
ARG VERSION=dev
ARG TARGETOS TARGETARCH
RUN CGO_ENABLED=0 GOOS=$TARGETOS GOARCH=$TARGETARCH go build -trimpath -ldflags "-s -w -X main.version=${VERSION}" -o /tsunagu . && mkdir -p /data

# Certificates of authorities, time zones and a user without rights; no shell.
FROM gcr.io/distroless/static-debian12:nonroot
ARG VERSION=dev
LABEL org.opencontainers.image.title="Tsunagu" \
      org.opencontainers.image.description="事業承継のための会員制M&Aマッチングプラットフォーム" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="${VERSION}"
COPY --from=build /tsunagu /tsunagu
COPY --from=build --chown=65532:65532 --chmod=0700 /data /data
USER 65532:65532
VOLUME /data
# SQLite sorts what is too much for memory in a file. With a read-only root there is no other place.
ENV TSUNAGU_DATA=/data TSUNAGU_ADDR=:8080 TSUNAGU_OPEN=false TSUNAGU_LOG=json SQLITE_TMPDIR=/data
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=3s --start-period=30s CMD ["/tsunagu", "healthcheck"]
ENTRYPOINT ["/tsunagu"]
CMD ["serve"]
