package nn

// The versions of model files that this package supports.
const (
	OldestVersion = 3
	NewestVersion = 17
)

// metaInputs is the number of inputs of version 1 of the encoder of game metadata. No other version exists.
const metaInputs = 192

// Model is the content of a model file: layers with their names, in the order of the file. It is
// plain data; [Model.Check] reports inconsistencies. The package's documentation explains the inputs
// and outputs.
type Model struct {
	// Name is the model's name in the file: at most 96 letters, digits, "-" and "_".
	Name    string
	Version int // OldestVersion to NewestVersion
	// Inputs is the number of planes, and Globals the number of inputs that do not belong to a point.
	// The version decides both: see [InputsOf].
	Inputs, Globals int
	PostProcess     PostProcess
	// Graph is set for nets that read graphs instead of rectangles. The heads of these nets are those of version 8.
	Graph *GraphNet
	// If PassAliveUnderSuicide is true, callers must compute the planes of safe areas as if the rules allowed
	// the suicide of several stones.
	PassAliveUnderSuicide bool
	Trunk                 Trunk
	PolicyHead            PolicyHead
	ValueHead             ValueHead

	// SHA256 is the hash of the file, in hexadecimal. If the file is compressed, it is the hash of the
	// compressed bytes. [Read] sets SHA256; other models have "". [Write] ignores it.
	SHA256 string
}

// MetaInputs returns the number of inputs that describe the players of a game record: 192 for human
// policy nets, 0 for all others.
func (m *Model) MetaInputs() int {
	if m.Trunk.Metadata == nil {
		return 0
	}
	return m.Trunk.Metadata.Inputs
}

// ScaleValue multiplies the logits of win, loss and no result by factor. A factor above 1 moves the
// probabilities away from one half, and a factor below 1 moves them towards it. This is temperature scaling
// (Guo et al. 2017, arXiv:1706.04599).
func (m *Model) ScaleValue(factor float32) {
	for _, weights := range [][]float32{m.ValueHead.V3Mul.Weights, m.ValueHead.V3Bias.Weights} {
		for i := range weights {
			weights[i] *= factor
		}
	}
}

// PostProcess contains the factors that convert outputs to points and moves. From version 13 on, the file
// contains them. Older versions use [DefaultPostProcess].
type PostProcess struct {
	TDScore             float64 // this factor is in the file, but no output uses it
	ScoreMean           float64 // points for a unit
	ScoreStdev          float64 // points for a unit
	Lead                float64 // points for a unit
	VarianceTime        float64 // moves for a unit
	ShorttermValueError float64
	ShorttermScoreError float64
}

// DefaultPostProcess returns the factors of models before version 13.
func DefaultPostProcess() PostProcess {
	return PostProcess{
		TDScore: 20, ScoreMean: 20, ScoreStdev: 20, Lead: 20,
		VarianceTime: 40, ShorttermValueError: 0.25, ShorttermScoreError: 30,
	}
}

// fields lists the factors in the order of the file.
func (p *PostProcess) fields() []*float64 {
	return []*float64{
		&p.TDScore, &p.ScoreMean, &p.ScoreStdev, &p.Lead,
		&p.VarianceTime, &p.ShorttermValueError, &p.ShorttermScoreError,
	}
}

// Trunk computes Channels numbers for each point from the inputs. The first step is a sum of InitialConv of the
// planes, InitialMatMul of the globals, and Metadata of the players. Metadata may be absent. InitialMatMul and
// Metadata give the same numbers at every point. Then come the blocks, the norm at the tip, and the activation
// at the tip.
type Trunk struct {
	Name     string
	Channels int
	// These four numbers are in the file for historical reasons: they described the blocks when only a few kinds
	// of blocks existed. No computation depends on them. MidChannels, RegularChannels and PoolingChannels must
	// be positive.
	MidChannels, RegularChannels, DilatedChannels, PoolingChannels int

	InitialConv   Conv
	InitialMatMul MatMul
	Metadata      *MetadataEncoder // nil if absent; from version 15 on
	Blocks        []Block          // at least one block

	// Exactly one of TipNorm and TipRMSNorm is not nil. TipRMSNorm needs version 15.
	TipNorm       *BatchNorm
	TipRMSNorm    *RMSNorm
	TipActivation Activation
}

// MetadataEncoder computes a bias for the trunk from the metadata of a game: its players and its source.
type MetadataEncoder struct {
	Name        string
	Inputs      int // 192
	Mul1        MatMul
	Bias1       MatBias
	Activation1 Activation
	Mul2        MatMul
	Bias2       MatBias
	Activation2 Activation
	Mul3        MatMul
}

// PolicyHead computes the logits of moves from the trunk. The output of G1Conv is normalised, activated, and
// pooled as in [PoolingBlock]. The pooled numbers are the input of GPoolToBias and of GPoolToPass. GPoolToBias
// gives a bias for the output of P1Conv. GPoolToPass gives the logits of passing.
type PolicyHead struct {
	Name         string
	Channels     int // policies for each point: 1, 2 or 4, see the package's documentation
	P1Conv       Conv
	G1Conv       Conv
	G1Norm       BatchNorm
	G1Activation Activation
	GPoolToBias  MatMul
	P1Norm       BatchNorm
	P1Activation Activation
	P2Conv       Conv
	// GPoolToPass gives the logits of passing, one for each policy. From version 15 on it gives as many numbers
	// as P1Conv has channels, and the next three fields are layers that compute the logits from them. In older
	// versions these fields are nil.
	GPoolToPass    MatMul
	PassBias       *MatBias
	PassActivation *Activation
	GPoolToPass2   *MatMul
}

// ValueHead computes the values from the trunk. The output of V1Conv is normalised and activated. The result is
// the input of OwnershipConv, and is pooled for the other outputs. The pooling differs from that of
// [PoolingBlock] in one respect: the third list has m*((sqrt(area)-14)²/100-0.1) instead of the maximum.
type ValueHead struct {
	Name          string
	V1Conv        Conv
	V1Norm        BatchNorm
	V1Activation  Activation
	V2Mul         MatMul
	V2Bias        MatBias
	V2Activation  Activation
	V3Mul         MatMul // its results are the logits of win, loss and no result
	V3Bias        MatBias
	ScoreMul      MatMul // its results are the numbers of Output.Score
	ScoreBias     MatBias
	OwnershipConv Conv // has one output channel
}

// InputsOf returns the numbers of planes and of globals for a version, or 0 and 0 for an unknown version.
func InputsOf(version int) (planes, globals int) {
	switch {
	case version < OldestVersion || version > NewestVersion:
		return 0, 0
	case version >= 8:
		return 22, 19
	case version == 7:
		return 22, 16
	case version == 6:
		return 13, 12
	}
	return 22, 14
}

// policyChannels returns the number of policies for a version: 1, 2 or 4. It returns 0 for version 17, in which
// every file contains the number.
func policyChannels(version int) int {
	switch {
	case version >= 17:
		return 0
	case version == 16:
		return 4
	case version >= 12:
		return 2
	}
	return 1
}

// scoreOutputs returns how many numbers [Output.Score] has in a version: 1, 2, 4 or 6.
func scoreOutputs(version int) int {
	switch {
	case version >= 9:
		return 6
	case version == 8:
		return 4
	case version >= 4:
		return 2
	}
	return 1
}
