package main

import (
	"os"
	"path"
	"slices"
	"sync"

	"github.com/alecthomas/kong"

	"tengen/cluster"
	"tengen/jobs"
	"tengen/player"
)

// ClusterFlags are the flags about a cluster of NATS servers.
type ClusterFlags struct {
	NATS  string       `name:"nats" placeholder:"URL" help:"Address of the cluster's NATS servers, such as nats://host:4222; several are separated by commas."`
	Creds ExistingFile `placeholder:"FILE" help:"Credentials for the cluster: a file with a JWT and a seed."`
	NKey  ExistingFile `name:"nkey" placeholder:"FILE" help:"Credentials for the cluster: a file with the seed of a key."`
	CA    ExistingFile `name:"ca" placeholder:"FILE" help:"Certificate of the authority that signed the certificates of the cluster's servers."`
}

// check refuses flags that have no effect: those about a cluster without --nats, and useless ones with it.
func (c *ClusterFlags) check(kctx *kong.Context, useless ...string) error {
	for _, p := range kctx.Path {
		if p.Flag == nil || p.Resolved {
			continue
		}
		name := p.Flag.Name
		switch {
		case c.NATS == "" && slices.Contains([]string{"creds", "nkey", "ca", "verify", "trust"}, name):
			return usagef("--%s is about the workers of a cluster: give its address with --nats, or leave out --%[1]s", name)
		case c.NATS != "" && slices.Contains(useless, name):
			return usagef("--%s has no effect with --nats, because the workers have their own settings: leave it out", name)
		}
	}
	return nil
}

// CrewFlags are the flags of commands whose work the workers of a cluster do.
type CrewFlags struct {
	ClusterFlags
	Verify Share    `default:"0.02" placeholder:"SHARE" help:"Share of the workers' results that are computed again and compared (default ${default}). With 0 all workers are trusted."`
	Trust  []string `placeholder:"NAME,NAME" help:"Take the results of these workers even if they run another version of tengen or use other kernels, so that their results cannot be compared. A name may have wildcards, such as pool-*. Default: such results are refused." config:"-"`
}

// checks says which results of workers are taken.
func (c *CrewFlags) checks(k player.Kernel) (jobs.Checks, error) {
	level, err := k.Level()
	for _, pattern := range c.Trust {
		if _, wrong := path.Match(pattern, ""); wrong != nil {
			return jobs.Checks{}, usagef("--trust: %q is not a pattern of names", pattern)
		}
	}
	return jobs.Checks{Verify: float64(c.Verify), Trusted: c.Trust, Program: programID(), Level: level}, err
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
var programID = sync.OnceValue(func() string {
	b := thisBuild()
	if b.Commit != "unknown" && !b.Modified {
		return b.Commit + "/" + b.Arch
	}
	name, err := os.Executable()
	if err != nil {
		return "unknown"
	}
	digest, err := player.FileDigest(name)
	if err != nil {
		return "unknown"
	}
	return digest + "/" + b.Arch
})
