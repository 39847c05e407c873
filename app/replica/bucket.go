package replica

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"path"
	"strings"
	"sync"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	awshttp "github.com/aws/aws-sdk-go-v2/aws/transport/http"
	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/s3/types"
	"github.com/benbjohnson/litestream"
	lss3 "github.com/benbjohnson/litestream/s3"
)

// bucket is a target in a store that speaks S3: a provider's, or one of the bank's own.
type bucket struct {
	query        url.Values
	name, prefix string
	key, secret  string
	endpoint     string
	region       string

	mu     sync.Mutex
	client *s3.Client
}

// s3Key and s3Secret are how the keys of a bucket are called in the environment and in the file.
const (
	s3Key    = "AWS_ACCESS_KEY_ID"
	s3Secret = "AWS_SECRET_ACCESS_KEY"
)

var errBucket = errors.New("-replica の S3 は、s3://バケット/場所 か、s3://バケット/場所?endpoint=https://保管サービス のように指定してください（region も書けます）。")

func checkBucket(u *url.URL) error {
	q := u.Query()
	for name := range q {
		if name != "endpoint" && name != "region" {
			return errBucket
		}
	}
	if u.Host == "" || u.User != nil || u.Fragment != "" || strings.Contains(u.Path, "..") {
		return errBucket
	}
	if q.Get("endpoint") == "" {
		return nil
	}
	e, err := url.Parse(q.Get("endpoint"))
	if err != nil || e.Host == "" || e.User != nil || e.Scheme != "https" && e.Scheme != "http" {
		return errBucket
	}
	// The names of all customers would go over the line in clear.
	if ip := net.ParseIP(e.Hostname()); e.Scheme == "http" && e.Hostname() != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return errors.New("-replica の endpoint は、https:// で始めてください。http:// は、このコンピュータの中だけで使えます。")
	}
	return nil
}

func openBucket(u *url.URL, s secrets) (target, error) {
	t := &bucket{query: u.Query(), name: u.Host, prefix: strings.Trim(path.Clean("/"+u.Path), "/"), key: s.get(s3Key), secret: s.get(s3Secret),
		endpoint: u.Query().Get("endpoint"), region: u.Query().Get("region")}
	if t.key == "" || t.secret == "" {
		return nil, fmt.Errorf("S3 の鍵がありません。環境変数 %s と %s か、-replica-credentials のファイルで渡してください。", s3Key, s3Secret)
	}
	if t.region == "" {
		t.region = lss3.DefaultRegion
	}
	_, err := t.engine(databasePart)
	return t, err
}

// engine is the engine's client: it knows the habits of the providers.
func (t *bucket) engine(part string) (*lss3.ReplicaClient, error) {
	c, err := lss3.NewReplicaClientFromURL("s3", t.name, path.Join(t.prefix, part), t.query, nil)
	if err != nil {
		return nil, err
	}
	e := c.(*lss3.ReplicaClient)
	e.AccessKeyID, e.SecretAccessKey, e.Region = t.key, t.secret, t.region
	e.Endpoint, e.ForcePathStyle = t.endpoint, t.endpoint != ""
	return e, nil
}

func (t *bucket) database(part string) litestream.ReplicaClient {
	e, err := t.engine(part)
	if err != nil {
		panic(err) // openBucket made one of the same address
	}
	return e
}

func (t *bucket) here() error { return nil }

func (t *bucket) open(ctx context.Context) (*s3.Client, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.client != nil {
		return t.client, nil
	}
	c, err := config.LoadDefaultConfig(ctx, config.WithRegion(t.region),
		config.WithCredentialsProvider(credentials.NewStaticCredentialsProvider(t.key, t.secret, "")),
		config.WithHTTPClient(&http.Client{Transport: &http.Transport{Proxy: http.ProxyFromEnvironment, ForceAttemptHTTP2: true,
			DialContext: (&net.Dialer{Timeout: 10 * time.Second, KeepAlive: 15 * time.Second}).DialContext, IdleConnTimeout: 90 * time.Second,
			TLSHandshakeTimeout: 10 * time.Second, ResponseHeaderTimeout: time.Minute}}))
	if err != nil {
		return nil, err
	}
	t.client = s3.NewFromConfig(c, func(o *s3.Options) {
		if t.endpoint == "" {
			return
		}
		// What others than Amazon understand of it.
		o.BaseEndpoint, o.UsePathStyle = aws.String(t.endpoint), true
		o.RequestChecksumCalculation = aws.RequestChecksumCalculationWhenRequired
		o.ResponseChecksumValidation = aws.ResponseChecksumValidationWhenRequired
	})
	return t.client, nil
}

func (t *bucket) at(name string) *string {
	return aws.String(strings.TrimPrefix(t.prefix+"/"+name, "/"))
}

func (t *bucket) put(ctx context.Context, name string, body io.ReadSeeker, size int64) error {
	c, err := t.open(ctx)
	if err != nil {
		return err
	}
	_, err = c.PutObject(ctx, &s3.PutObjectInput{Bucket: &t.name, Key: t.at(name), Body: body, ContentLength: &size})
	return err
}

func (t *bucket) get(ctx context.Context, name string) (io.ReadCloser, error) {
	c, err := t.open(ctx)
	if err != nil {
		return nil, err
	}
	out, err := c.GetObject(ctx, &s3.GetObjectInput{Bucket: &t.name, Key: t.at(name)})
	if none := (*types.NoSuchKey)(nil); errors.As(err, &none) {
		return nil, fmt.Errorf("%s: %w", name, fs.ErrNotExist)
	}
	if err != nil {
		return nil, err
	}
	return out.Body, nil
}

func (t *bucket) list(ctx context.Context, prefix string) (map[string]int64, error) {
	c, err := t.open(ctx)
	if err != nil {
		return nil, err
	}
	out, from := map[string]int64{}, t.at(prefix)
	for pages := s3.NewListObjectsV2Paginator(c, &s3.ListObjectsV2Input{Bucket: &t.name, Prefix: from}); pages.HasMorePages(); {
		page, err := pages.NextPage(ctx)
		if err != nil {
			return nil, err
		}
		for i := range page.Contents {
			o := &page.Contents[i]
			out[strings.TrimPrefix(aws.ToString(o.Key), *from)] = aws.ToInt64(o.Size)
		}
	}
	return out, nil
}

func (t *bucket) remove(ctx context.Context, name string) error {
	c, err := t.open(ctx)
	if err != nil {
		return err
	}
	_, err = c.DeleteObject(ctx, &s3.DeleteObjectInput{Bucket: &t.name, Key: t.at(name)})
	return err
}

// swap writes an object only where the store still has it as the writer saw it (conditional writes of S3: If-Match and
// If-None-Match, RFC 9110 13.1).
func (t *bucket) swap(ctx context.Context, name, version string, b []byte) (string, error) {
	c, err := t.open(ctx)
	if err != nil {
		return "", err
	}
	in := &s3.PutObjectInput{Bucket: &t.name, Key: t.at(name), Body: bytes.NewReader(b), ContentLength: aws.Int64(int64(len(b)))}
	if version == "" {
		in.IfNoneMatch = aws.String("*")
	} else {
		in.IfMatch = &version
	}
	out, err := c.PutObject(ctx, in)
	if answer := (*awshttp.ResponseError)(nil); errors.As(err, &answer) {
		switch answer.HTTPStatusCode() {
		case http.StatusPreconditionFailed, http.StatusConflict: // another one's is there, or is being written
			return "", fmt.Errorf("%s: %w", name, errSwapped)
		case http.StatusNotFound: // with a version: it is gone
			if version != "" {
				return "", fmt.Errorf("%s: %w", name, errSwapped)
			}
		}
	}
	if err != nil {
		return "", err
	}
	return aws.ToString(out.ETag), nil
}

func (t *bucket) read(ctx context.Context, name string) (b []byte, version string, err error) {
	c, err := t.open(ctx)
	if err != nil {
		return nil, "", err
	}
	out, err := c.GetObject(ctx, &s3.GetObjectInput{Bucket: &t.name, Key: t.at(name)})
	if none := (*types.NoSuchKey)(nil); errors.As(err, &none) {
		return nil, "", fmt.Errorf("%s: %w", name, fs.ErrNotExist)
	}
	if err != nil {
		return nil, "", err
	}
	defer out.Body.Close()
	b, err = io.ReadAll(io.LimitReader(out.Body, 1<<20))
	return b, aws.ToString(out.ETag), err
}

func (t *bucket) close() error { return nil }
