# The screens are built and committed (ui/dist), so the image needs Go alone.
FROM golang:1.26-bookworm AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY main.go ./
COPY app ./app
COPY store ./store
COPY ui/embed.go ./ui/embed.go
COPY ui/dist ./ui/dist
COPY testdata/demo ./testdata/demo
ARG VERSION=dev
RUN CGO_ENABLED=0 go build -trimpath -ldflags "-s -w -X main.version=${VERSION}" -o /tsunagu . && mkdir -p /data

FROM gcr.io/distroless/static-debian12:nonroot
COPY --from=build /tsunagu /tsunagu
COPY --from=build --chown=nonroot:nonroot /data /data
USER nonroot
VOLUME /data
ENV TSUNAGU_DATA=/data TSUNAGU_ADDR=:8080
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=3s CMD ["/tsunagu", "healthcheck"]
ENTRYPOINT ["/tsunagu"]
