package deal

// Golden is golden for tests from outside, which may import the rooms that stand on this one.
var Golden = golden
