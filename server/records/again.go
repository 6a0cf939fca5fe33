package records

// openedFrom returns the id of the record that was opened from those bytes, whatever was written in it since: the one
// that was changed last, or "".
func (r *Records) openedFrom(data []byte) (id string, err error) {
	return r.store.Latest(func(id string) bool { return r.files.holds(id+originalExt, data) })
}

// madeAs returns the id of the record that was made of the same game when it was the same, or "".
func (r *Records) madeAs(meta metadata) (id string, err error) {
	return r.store.Latest(func(id string) bool {
		other := r.files.meta(id)
		return other.Name == meta.Name && other.Made == meta.Made
	})
}
