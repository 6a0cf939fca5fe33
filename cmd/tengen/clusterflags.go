package main

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"path/filepath"

	"tengen/cluster"
)

// ClusterFlags are the flags about a cluster of NATS servers.
type ClusterFlags struct {
	NATS  string       `name:"nats" placeholder:"URL" help:"Address of the cluster's NATS servers, such as nats://host:4222; several are separated by commas."`
	Creds ExistingFile `placeholder:"FILE" help:"Credentials for the cluster: a file with a JWT and a seed."`
	NKey  ExistingFile `name:"nkey" placeholder:"FILE" help:"Credentials for the cluster: a file with the seed of a key."`
	CA    ExistingFile `name:"ca" placeholder:"FILE" help:"Certificate of the authority that signed the certificates of the cluster's servers."`
}

// open connects to the cluster.
func (c *ClusterFlags) open(env *Env, name string) (*cluster.Cluster, error) {
	if c.NATS == "" {
		return nil, usagef("--nats: the address of a cluster is needed, such as nats://127.0.0.1:4222; tengen cluster serve starts a server")
	}
	return cluster.Open(env.Ctx, cluster.Config{URL: c.NATS, Creds: string(c.Creds), NKey: string(c.NKey), CA: string(c.CA), Name: name,
		Program: programID(), Log: env.Log})
}

// programID identifies this program: programs with the same text compute the same. It is the commit, or the beginning
// of the hash of the executable file if the commit is unknown or has changes.
func programID() string {
	b := thisBuild()
	if b.Commit != "unknown" && !b.Modified {
		return b.Commit + "/" + b.Arch
	}
	path, err := os.Executable()
	if err != nil {
		return "unknown"
	}
	file, err := os.Open(filepath.Clean(path))
	if err != nil {
		return "unknown"
	}
	defer file.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, file); err != nil {
		return "unknown"
	}
	return hex.EncodeToString(sum.Sum(nil)[:6]) + "/" + b.Arch
}
