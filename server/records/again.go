package records

// openedFrom returns the id of a record that was opened from a file with the content data, even if the record was
// edited afterwards. If there are several, it returns the one that was changed last, and "" if there is none.
func (r *Records) openedFrom(data []byte) (id string, err error) {
	return r.store.Latest(func(id string) bool { return r.files.holds(id+originalExt, data) })
}

// madeAs returns the id of the record that was made earlier from the same game, if the game has not changed since, or
// "".
func (r *Records) madeAs(meta metadata) (id string, err error) {
	return r.store.Latest(func(id string) bool {
		other := r.files.meta(id)
		return other.Name == meta.Name && other.Made == meta.Made
	})
}
