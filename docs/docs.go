// Package docs holds the description of the HTTP interface, which the server answers at /api.
package docs

import _ "embed"

// OpenAPI is the content of openapi.yaml.
//
//go:embed openapi.yaml
var OpenAPI []byte
