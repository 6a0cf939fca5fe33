//go:build !amd64 && !arm64

package kernel

// Available returns the levels of this CPU. The package has no assembly for this kind of CPU, so the only level
// is plain Go.
func Available() []Level { return []Level{Generic} }

func gemmKernels(Level, int) []gemmFunc     { return nil }
func gemmKernels16(Level, int) []gemm16Func { return nil }
func outerKernels(Level, int) []outerFunc   { return nil }
func panelWidth(_ Level, left int) int      { return left }

func transformIn(_ Level, s shape, a *inArgs)       { transformInGeneric(s, a) }
func transformOut(_ Level, s shape, a *outArgs)     { transformOutGeneric(s, a) }
func transformAdjoint(_ Level, s shape, a *inArgs)  { transformAdjointGeneric(s, a) }
func rectified(_ Level, a *rectifiedArgs, add bool) { rectifiedGeneric(a, add) }
func affine(_ Level, a *affineArgs)                 { affineGeneric(a) }
func pool(_ Level, a *poolArgs)                     { poolGeneric(a) }
func mish(_ Level, v []float32)                     { mishGeneric(v) }
func silu(_ Level, v []float32)                     { siluGeneric(v) }

func exponentials(_ Level, v, factors []float32) float32 { return exponentialsGeneric(v, factors) }

func gatedSilu(_ Level, v, gate []float32)        { gatedSiluGeneric(v, gate) }
func rms(_ Level, a *rmsArgs)                     { rmsGeneric(a) }
func rotate(_ Level, v, cos, sin []float32)       { rotateGeneric(v, cos, sin) }
func round(_ Level, a *roundArgs)                 { roundGeneric(a) }
func gather(_ Level, channels int, a *gatherArgs) { gatherGeneric(channels, a) }

// Peak makes multiplications and additions in n steps, and returns their number.
func Peak(_ Level, n int) (operations float64) { return peakGeneric(n) }
