package cluster

import (
	"fmt"
	"strings"

	"github.com/nats-io/nkeys"

	"tengen/internal/usage"
)

// NewUser makes a key for a user of a cluster. It returns the seed, which the user keeps secret, and the user's entry
// for the list of users in the servers' configuration. A user with queues is a worker, and may do nothing but take
// tasks of these queues, send results under its own name, and fetch data. A user without queues is a coordinator.
func NewUser(name string, queues []Queue) (seed, entry string, err error) {
	if name != anyName && !nameForm.MatchString(name) {
		return "", "", usage.Errorf("the name %q: a name has at most 100 letters, digits, - and _", name)
	}
	pair, err := nkeys.CreateUser()
	if err != nil {
		return "", "", err
	}
	secret, err := pair.Seed()
	if err != nil {
		return "", "", err
	}
	key, err := pair.PublicKey()
	if err != nil {
		return "", "", err
	}
	return string(secret), userEntry(key, name, queues), nil
}

const anyName = "*"

// userEntry returns the entry of a user in the servers' configuration.
func userEntry(key, name string, queues []Queue) string {
	var b strings.Builder
	what, inbox, publish := "coordinator", "_INBOX.>", []string{prefix + ".>", "$JS.>", "$KV." + workerBucket + ".>", "$O." + blobBucket + ".>"}
	if len(queues) > 0 {
		what, inbox, publish = "worker of "+fmt.Sprint(queues), "_INBOX."+name+".>", workerSubjects(name, queues)
	}
	fmt.Fprintf(&b, "    # %s: %s\n    {\n      nkey: %s\n      permissions: {\n        subscribe: { allow: [%q] }\n        publish: { allow: [\n",
		name, what, key, inbox)
	for _, s := range publish {
		fmt.Fprintf(&b, "          %q\n", s)
	}
	b.WriteString("        ] }\n      }\n    }\n")
	return b.String()
}

// workerAPI is the beginning of the subjects under which workers in an account of their own reach JetStream.
const workerAPI = prefix + ".api"

// workerSubjects lists the subjects that a worker has to publish to.
func workerSubjects(name string, queues []Queue) []string {
	list := []string{
		"$JS.API.INFO", // answers that the account has no streams
		resultSubject("*", "*", name),
		workerAPI + ".$KV." + workerBucket + "." + name,
		workerAPI + ".STREAM.INFO.KV_" + workerBucket,
		workerAPI + ".DIRECT.GET.KV_" + workerBucket + ".$KV." + workerBucket + "." + rejectedPrefix + name,
		workerAPI + ".STREAM.INFO." + blobStream,
		workerAPI + ".DIRECT.GET." + blobStream,
		workerAPI + ".DIRECT.GET." + blobStream + ".>",
	}
	for _, q := range queues {
		consumer := workStream(q) + "." + consumerName
		list = append(list, deadSubject(string(q), "*", "*", name), workerAPI+".CONSUMER.INFO."+consumer, workerAPI+".CONSUMER.MSG.NEXT."+consumer,
			"$JS.ACK."+consumer+".>")
	}
	return list
}
