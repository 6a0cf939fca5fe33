package main

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"time"
)

// writeTar writes a compressed tar archive whose files are in one folder and have one time and no owner.
func writeTar(name, folder string, files []file, when time.Time) (err error) {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	compressed, err := gzip.NewWriterLevel(f, gzip.BestCompression)
	if err != nil {
		return err
	}
	out := tar.NewWriter(compressed)
	for _, each := range files {
		h := &tar.Header{Name: folder + "/" + each.name, Mode: int64(each.mode), Size: int64(len(each.data)), ModTime: when, Format: tar.FormatPAX}
		if err := out.WriteHeader(h); err != nil {
			return err
		}
		if _, err := out.Write(each.data); err != nil {
			return err
		}
	}
	return errors.Join(out.Close(), compressed.Close())
}

// writeZip writes a zip archive whose files are in one folder and have one time.
func writeZip(name, folder string, files []file, when time.Time) (err error) {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	out := zip.NewWriter(f)
	for _, each := range files {
		h := &zip.FileHeader{Name: folder + "/" + each.name, Method: zip.Deflate, Modified: when}
		h.SetMode(each.mode)
		w, err := out.CreateHeader(h)
		if err != nil {
			return err
		}
		if _, err := w.Write(each.data); err != nil {
			return err
		}
	}
	return out.Close()
}

// sumOf returns the SHA-256 of a file in hexadecimal.
func sumOf(name string) (string, error) {
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}
