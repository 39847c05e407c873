package host

import (
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/template"
)

//go:embed examples/*
var examples embed.FS

// Examples are the names of the configurations for other programs that Example writes.
func Examples() (names []string) {
	files, err := fs.ReadDir(examples, "examples")
	if err != nil {
		panic(err) // the folder is embedded
	}
	for _, f := range files {
		names = append(names, f.Name())
	}
	return names
}

// Example writes a configuration for another program on the server, with the addresses and folders
// of the options in it.
func (o *Options) Example(w io.Writer, name string) error {
	if !slices.Contains(Examples(), name) {
		return fmt.Errorf("例の名前を指定してください: %s", strings.Join(Examples(), "、"))
	}
	v := struct{ Program, Host, Listen, Data, Flags, Capabilities string }{Program: "/usr/local/bin/tsunagu", Host: "tsunagu.example.jp",
		Listen: "127.0.0.1:8080", Data: "/var/lib/tsunagu"}
	if p, err := os.Executable(); err == nil && strings.HasPrefix(p, "/usr/") && !strings.ContainsAny(p, " %$\"'") {
		v.Program = p
	}
	if o.Data != "" {
		dir, err := filepath.Abs(o.Data)
		if err != nil {
			return err
		}
		v.Data = filepath.ToSlash(dir)
	}
	if o.BaseURL != "" {
		u, err := url.Parse(o.BaseURL)
		if err != nil || u.Hostname() == "" {
			return errors.New("-base-url は https://tsunagu.example.jp のように指定してください。")
		}
		v.Host = u.Hostname()
	}
	if o.ACMEDomain != "" {
		v.Host = o.ACMEDomain
	}
	if o.AddrGiven {
		v.Listen = o.Addr
	} else if o.IsTLS() {
		v.Listen = ":443"
	}
	switch {
	case o.ACMEDomain != "":
		v.Flags = " -acme-domain " + o.ACMEDomain
	case o.Cert != "":
		v.Flags = " -tls-cert " + o.Cert + " -tls-key " + o.Key
	default:
		v.Flags = " -proxied"
	}
	if _, port, err := net.SplitHostPort(v.Listen); err == nil && (port == "443" || port == "80") {
		v.Capabilities = "CAP_NET_BIND_SERVICE"
	}
	for _, s := range []string{v.Host, v.Listen, v.Data, v.Flags} {
		if strings.ContainsAny(s, "\n{}\"'$;") {
			return fmt.Errorf("この値は例に書けません: %s", s)
		}
	}
	t, err := template.ParseFS(examples, "examples/"+name)
	if err != nil {
		return err
	}
	return t.Execute(w, v)
}
