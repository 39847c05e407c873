package deal

// Golden is golden for external tests, which may import rooms that import this one.
var Golden = golden
