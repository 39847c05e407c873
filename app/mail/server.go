package mail

// Server is the mail server that the office has set in its console, as it is stored. The password
// is sealed with the key file: neither the database nor a backup without the keys tells it.
type Server struct {
	Host     string  `json:"host"` // empty: none is used
	Port     int     `json:"port"`
	TLS      TLSMode `json:"tls"`
	User     string  `json:"user,omitempty"`
	Password []byte  `json:"password,omitempty"` // sealed; empty for none
	From     string  `json:"from"`
	Version  int     `json:"version"`
	By       string  `json:"by"` // the user who entered it
}
