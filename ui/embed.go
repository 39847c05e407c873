// Package ui holds the built browser application.
package ui

import "embed"

// Dist is the output of `npm run build`: index.html and hashed assets under
// "dist". `all:` also takes the dot file that keeps the folder in a checkout
// where nothing has been built yet.
//
//go:embed all:dist
var Dist embed.FS
