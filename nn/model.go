package nn

// The versions of model files that this package knows.
const (
	OldestVersion = 3
	NewestVersion = 17
)

// metaInputs is the number of inputs of the one encoder of game records' metadata
// that there is, version 1.
const metaInputs = 192

// Model is a network as a file of KataGo has it: layers with their names, in the
// order of the file. It is plain data; [Model.Check] says whether it hangs together.
// What the inputs and outputs mean is in the package's documentation.
type Model struct {
	// Name is what the file calls itself: at most 96 letters, digits, "-" and "_".
	Name    string
	Version int // OldestVersion to NewestVersion
	// Inputs is the number of planes, Globals that of the inputs without a place.
	// The version decides both: [InputsOf].
	Inputs, Globals int
	PostProcess     PostProcess
	// PassAliveUnderSuicide is set where the planes of safe areas are to be computed
	// as if suicide of several stones were legal, whatever the rules say.
	PassAliveUnderSuicide bool
	Trunk                 Trunk
	PolicyHead            PolicyHead
	ValueHead             ValueHead

	// SHA256 is the hash of the file as it was read, compressed if it was, in
	// hexadecimal. [Read] sets it; "" for a model that was made. [Write] ignores it.
	SHA256 string
}

// MetaInputs returns the number of inputs that describe the players of a game
// record: 192 for models that imitate people, 0 for all others.
func (m *Model) MetaInputs() int {
	if m.Trunk.Metadata == nil {
		return 0
	}
	return m.Trunk.Metadata.Inputs
}

// ScaleValue multiplies the logits of win, loss and no result by factor: the chances become bolder, or below 1 more modest.
// Temperature scaling, Guo et al. 2017 (arXiv:1706.04599).
func (m *Model) ScaleValue(factor float32) {
	for _, weights := range [][]float32{m.ValueHead.V3Mul.Weights, m.ValueHead.V3Bias.Weights} {
		for i := range weights {
			weights[i] *= factor
		}
	}
}

// PostProcess has the factors by which outputs become points and moves. From
// version 13 on they stand in the file; before, they are [DefaultPostProcess].
type PostProcess struct {
	TDScore             float64 // not used by any output that a file has
	ScoreMean           float64 // points a unit
	ScoreStdev          float64 // points a unit
	Lead                float64 // points a unit
	VarianceTime        float64 // moves a unit
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

// fields are the factors in the order of the file.
func (p *PostProcess) fields() []*float64 {
	return []*float64{
		&p.TDScore, &p.ScoreMean, &p.ScoreStdev, &p.Lead,
		&p.VarianceTime, &p.ShorttermValueError, &p.ShorttermScoreError,
	}
}

// Trunk turns the inputs into Channels numbers a point. It begins with the sum of
// InitialConv of the planes, InitialMatMul of the globals and, where there is one,
// Metadata of the players, the last two the same at every point. Then come the
// blocks, the norm of the tip and its activation.
type Trunk struct {
	Name     string
	Channels int
	// The next four stand in the file and describe what the blocks had in common
	// when there were few kinds of them. Nothing depends on them; all but the third
	// are positive.
	MidChannels, RegularChannels, DilatedChannels, PoolingChannels int

	InitialConv   Conv
	InitialMatMul MatMul
	Metadata      *MetadataEncoder // nil without; from version 15 on
	Blocks        []Block          // at least one

	// One of TipNorm and TipRMSNorm is not nil; the second needs version 15.
	TipNorm       *BatchNorm
	TipRMSNorm    *RMSNorm
	TipActivation Activation
}

// MetadataEncoder turns what is known of the players and of the origin of a game
// into a bias for the trunk.
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

// PolicyHead turns the trunk into logits for moves. G1Conv, normed and activated,
// is pooled as in [PoolingBlock]; what is pooled is a bias for P1Conv and the input
// for the logits of passing.
type PolicyHead struct {
	Name         string
	Channels     int // policies a point: 1, 2 or 4, see the package's documentation
	P1Conv       Conv
	G1Conv       Conv
	G1Norm       BatchNorm
	G1Activation Activation
	GPoolToBias  MatMul
	P1Norm       BatchNorm
	P1Activation Activation
	P2Conv       Conv
	// GPoolToPass gives the logits of passing, one a policy. From version 15 on it
	// gives as many as P1Conv has, and they go through the three layers that follow;
	// before, these are nil.
	GPoolToPass    MatMul
	PassBias       *MatBias
	PassActivation *Activation
	GPoolToPass2   *MatMul
}

// ValueHead turns the trunk into values. V1Conv, normed and activated, goes to
// OwnershipConv and is pooled for the rest. Its pooling differs from that of
// [PoolingBlock] in the last third: in place of the maximum there is
// m*((sqrt(area)-14)²/100-0.1).
type ValueHead struct {
	Name          string
	V1Conv        Conv
	V1Norm        BatchNorm
	V1Activation  Activation
	V2Mul         MatMul
	V2Bias        MatBias
	V2Activation  Activation
	V3Mul         MatMul // to win, loss, no result
	V3Bias        MatBias
	ScoreMul      MatMul // to what [ScoreOutputs] counts
	ScoreBias     MatBias
	OwnershipConv Conv // to one channel
}

// InputsOf returns how many planes and how many globals a model of a version takes,
// and 0 and 0 for a version that there is not.
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

// PolicyChannelsOf returns how many policies a model of a version has: 1, 2 or 4,
// and 0 for version 17, whose files say it.
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

// ScoreOutputs returns how many numbers [Output.Score] has for a version: 1, 2, 4
// or 6.
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
