package records

// openedFrom returns the id of a record that was opened from a file whose bytes are data. The record may have been
// edited since. If there are several such records, openedFrom returns the record that was changed last. If there are
// none, openedFrom returns "".
func (r *Records) openedFrom(data []byte) (id string, err error) {
	return r.store.Latest(func(id string) bool { return r.files.holds(id+originalExt, data) })
}

// madeAs returns the id of the record that was made earlier from the same game in the same state, or "" if there is
// none.
func (r *Records) madeAs(meta metadata) (id string, err error) {
	return r.store.Latest(func(id string) bool {
		other := r.files.meta(id)
		return other.Name == meta.Name && other.Made == meta.Made
	})
}
