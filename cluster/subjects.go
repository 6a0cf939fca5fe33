package cluster

import "strings"

func workSubject(q Queue, job, id string) string {
	return strings.Join([]string{prefix, "work", string(q), job, id}, ".")
}

// resultSubject has the worker at its end, so that the servers can limit a worker to its own results.
func resultSubject(job, id, worker string) string {
	return strings.Join([]string{prefix, "result", job, id, worker}, ".")
}

func deadSubject(queue, job, id, worker string) string {
	return strings.Join([]string{prefix, "dead", queue, job, id, worker}, ".")
}

// chunkSubject is the subject of the content of an object in the object store.
func chunkSubject(nuid string) string { return "$O." + blobBucket + ".C." + nuid }

// token returns a part of a subject, counted from 0.
func token(subject string, i int) string {
	if parts := strings.Split(subject, "."); i < len(parts) {
		return parts[i]
	}
	return ""
}
