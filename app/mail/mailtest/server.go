// Package mailtest runs a real SMTP server for tests: an implementation that is not ours, over
// TCP, with STARTTLS and AUTH, which can be told to refuse, to dawdle, to hang up and to die.
package mailtest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"io"
	"log"
	"math/big"
	"net"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-smtp"
)

// Options are what a server offers.
type Options struct {
	TLS            bool     // STARTTLS, with a certificate that only Roots trusts
	Direct         bool     // TLS from the first byte
	User, Password string   // who may sign in; then nobody else may send
	Mechanisms     []string // how; default PLAIN and LOGIN
}

// Step is a moment of a transfer at which a server may fail.
type Step string

// The moments in their order.
const (
	Hello    Step = "EHLO"
	Sender   Step = "MAIL"
	Receiver Step = "RCPT"
	Content  Step = "DATA"  // the mail has arrived, the answer has not gone out
	Taken    Step = "taken" // the answer has gone out
)

// Mail is one that arrived whole. With a connection that was cut before the answer, the client
// cannot know that it did.
type Mail struct {
	From, To  string
	Body      string // as it came, header and all
	Encrypted bool
	User      string // signed in as
}

// Server is a mail server on 127.0.0.1.
type Server struct {
	t    testing.TB
	o    Options
	tls  *tls.Config
	pool *x509.CertPool

	mu      sync.Mutex
	address string
	server  *smtp.Server
	listen  net.Listener
	done    chan struct{}
	answers map[Step]error
	cuts    map[Step]bool
	hold    chan struct{}
	began   chan string   // receiver of each transfer that begins
	left    chan struct{} // a client that said goodbye or was cut off
	mails   []Mail
	said    []Step
}

// Start runs one until the test ends.
func Start(t testing.TB, o Options) *Server {
	t.Helper()
	s := &Server{t: t, o: o, answers: map[Step]error{}, cuts: map[Step]bool{}, address: "127.0.0.1:0", began: make(chan string, 1000),
		left: make(chan struct{}, 1000)}
	if s.o.Mechanisms == nil {
		s.o.Mechanisms = []string{"PLAIN", "LOGIN"}
	}
	s.tls, s.pool = certificate(t)
	s.Restart()
	t.Cleanup(func() {
		s.Resume()
		s.Kill()
	})
	return s
}

// Host and Port are where it listens, also after a restart.
func (s *Server) Host() string { return "127.0.0.1" }

// Port: see Host.
func (s *Server) Port() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, port, _ := net.SplitHostPort(s.address)
	n, _ := strconv.Atoi(port)
	return n
}

// Roots trusts its certificate.
func (s *Server) Roots() *x509.CertPool { return s.pool }

// Restart listens again at the address of before.
func (s *Server) Restart() {
	s.t.Helper()
	l, err := net.Listen("tcp", s.address)
	if err != nil {
		s.t.Fatal(err)
	}
	s.mu.Lock()
	s.address = l.Addr().String()
	server := smtp.NewServer(smtp.BackendFunc(s.session))
	server.Domain, server.AllowInsecureAuth, server.EnableSMTPUTF8 = "mail.example.jp", true, true
	server.ReadTimeout, server.WriteTimeout = 20*time.Second, 20*time.Second // a broken test ends
	server.ErrorLog = log.New(io.Discard, "", 0)
	if s.o.Direct {
		l = tls.NewListener(l, s.tls)
	} else if s.o.TLS {
		server.TLSConfig = s.tls
	}
	done := make(chan struct{})
	s.server, s.listen, s.done = server, l, done
	s.mu.Unlock()
	go func() { defer close(done); _ = server.Serve(l) }()
}

// Kill ends it as a crash does: every connection is cut.
func (s *Server) Kill() {
	s.mu.Lock()
	server, l, done := s.server, s.listen, s.done
	s.mu.Unlock()
	_ = l.Close() // Serve may not have begun: then the server does not know of it
	_ = server.Close()
	<-done
}

// Answer refuses at a step with an SMTP code from now on; 0 takes everything again.
func (s *Server) Answer(at Step, code int, text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if delete(s.answers, at); code != 0 {
		s.answers[at] = &smtp.SMTPError{Code: code, EnhancedCode: smtp.EnhancedCode{code / 100, 0, 0}, Message: text}
	}
}

// Cut hangs up at a step from now on, or no more.
func (s *Server) Cut(at Step, on bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.cuts[at] = on
}

// Hold lets every transfer wait before its answer until Resume.
func (s *Server) Hold() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.hold = make(chan struct{})
}

// Resume ends Hold.
func (s *Server) Resume() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.hold != nil {
		close(s.hold)
		s.hold = nil
	}
}

// Began gives the receiver of each mail whose content has arrived and waits for its answer.
func (s *Server) Began() <-chan string { return s.began }

// Left tells of each client that is gone.
func (s *Server) Left() <-chan struct{} { return s.left }

// Mails are those that arrived so far.
func (s *Server) Mails() []Mail {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.mails)
}

// Said says how often a step was reached.
func (s *Server) Said(at Step) (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, step := range s.said {
		if step == at {
			n++
		}
	}
	return n
}

// certificate makes one for 127.0.0.1 and the pool that trusts it.
func certificate(t testing.TB) (*tls.Config, *x509.CertPool) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	leaf, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	pool.AddCert(leaf)
	return &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}}, pool
}
