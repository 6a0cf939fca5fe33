package diagram

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"io"
	"math"
	"time"
)

// Motion configures an animation.
type Motion struct {
	Pixels
	// Delay is the duration of each frame except the last; 0 means one second. Last is the
	// duration of the last frame; 0 means three seconds. Both are rounded to hundredths of a
	// second.
	Delay, Last time.Duration
}

// mostFrames is the largest number of frames.
const mostFrames = 5000

// WriteGIF writes the frames as an animation that repeats forever. All frames have the
// scale of the first frame. Smaller pictures are centred in their frames.
func WriteGIF(w io.Writer, frames []Picture, o Motion) error {
	if len(frames) == 0 || len(frames) > mostFrames {
		return fmt.Errorf("a moving picture has 1 to %d frames, not %d", mostFrames, len(frames))
	}
	s, err := newStrip(frames, o.Pixels)
	if err != nil {
		return err
	}
	delay, err := hundredths(o.Delay, time.Second)
	if err != nil {
		return err
	}
	last, err := hundredths(o.Last, 3*time.Second)
	if err != nil {
		return err
	}
	palette, err := s.palette()
	if err != nil {
		return err
	}
	out := &gif.GIF{Config: image.Config{ColorModel: palette.colors, Width: s.size.X, Height: s.size.Y}}
	var before *image.Paletted
	for i := range frames {
		img, err := s.frame(i)
		if err != nil {
			return err
		}
		now := palette.reduce(img)
		area := changed(before, now)
		part := image.NewPaletted(area, palette.colors)
		for y := area.Min.Y; y < area.Max.Y; y++ {
			copy(part.Pix[part.PixOffset(area.Min.X, y):], now.Pix[now.PixOffset(area.Min.X, y):now.PixOffset(area.Max.X, y)])
		}
		out.Image, out.Delay, out.Disposal = append(out.Image, part), append(out.Delay, delay), append(out.Disposal, gif.DisposalNone)
		before = now
	}
	out.Delay[len(frames)-1] = last
	return gif.EncodeAll(w, out)
}

func hundredths(d, usual time.Duration) (int, error) {
	if d == 0 {
		d = usual
	}
	if d < 10*time.Millisecond || d > 10*time.Minute {
		return 0, fmt.Errorf("a frame cannot be shown for %v: from 10ms to 10m", d)
	}
	return int((d + 5*time.Millisecond) / (10 * time.Millisecond)), nil
}

// strip is a sequence of frames of one size.
type strip struct {
	frames []Picture
	pixels Pixels // Scale is set, and Width is 0
	size   image.Point
	page   color.RGBA
}

func newStrip(frames []Picture, o Pixels) (*strip, error) {
	s := &strip{frames: frames, pixels: o}
	s.pixels.Font = o.Font.orBuiltIn()
	var widest box
	for i := range frames {
		plan, err := newPlan(&frames[i], s.pixels.Font)
		if err != nil {
			return nil, fmt.Errorf("frame %d: %w", i+1, err)
		}
		if i == 0 {
			s.page = plan.theme.Page
		}
		widest.right = math.Max(widest.right, plan.all.width())
		widest.bottom = math.Max(widest.bottom, plan.all.height())
	}
	scale, err := o.scale(widest)
	if err != nil {
		return nil, err
	}
	s.pixels.Scale, s.pixels.Width = scale, 0
	if s.size, err = pixelSize(widest, scale); err != nil {
		return nil, err
	}
	if s.size.X > math.MaxUint16 || s.size.Y > math.MaxUint16 {
		return nil, errors.New("the sides of a moving picture have at most 65535 pixels")
	}
	return s, nil
}

// frame draws one picture, centred in its frame.
func (s *strip) frame(i int) (*image.RGBA, error) {
	img, err := s.frames[i].Image(s.pixels)
	if err != nil || img.Rect.Max == s.size {
		return img, err
	}
	all := image.NewRGBA(image.Rectangle{Max: s.size})
	for i := 0; i < len(all.Pix); i += 4 {
		all.Pix[i], all.Pix[i+1], all.Pix[i+2], all.Pix[i+3] = s.page.R, s.page.G, s.page.B, s.page.A
	}
	left, top := (s.size.X-img.Rect.Dx())/2, (s.size.Y-img.Rect.Dy())/2
	for y := range img.Rect.Dy() {
		copy(all.Pix[all.PixOffset(left, top+y):], img.Pix[img.PixOffset(0, y):img.PixOffset(0, y)+4*img.Rect.Dx()])
	}
	return all, nil
}

// palette chooses the colours from a sample of the frames.
func (s *strip) palette() (*palette, error) {
	const sample = 24
	n := min(len(s.frames), sample)
	count := map[color.RGBA]int{}
	for i := range n {
		img, err := s.frame(i * (len(s.frames) - 1) / max(n-1, 1))
		if err != nil {
			return nil, err
		}
		for j := 0; j < len(img.Pix); j += 4 {
			count[color.RGBA{img.Pix[j], img.Pix[j+1], img.Pix[j+2], 255}]++
		}
	}
	return choosePalette(count), nil
}

// changed returns the smallest rectangle that contains all differences of two frames. If the
// frames are equal, the rectangle has one pixel, since a frame of a GIF cannot be empty.
func changed(before, now *image.Paletted) image.Rectangle {
	if before == nil {
		return now.Rect
	}
	area := image.Rectangle{}
	for y := range now.Rect.Dy() {
		a, b := before.Pix[y*before.Stride:][:now.Rect.Dx()], now.Pix[y*now.Stride:][:now.Rect.Dx()]
		first, last := -1, -1
		for x := range b {
			if a[x] != b[x] {
				if first < 0 {
					first = x
				}
				last = x
			}
		}
		if first >= 0 {
			area = area.Union(image.Rect(first, y, last+1, y+1))
		}
	}
	if area.Empty() {
		return image.Rect(0, 0, 1, 1)
	}
	return area
}
