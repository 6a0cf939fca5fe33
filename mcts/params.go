package mcts

import (
	"fmt"
	"math"
	"reflect"
	"strings"
)

// Params are the parameters of the search. The search maximises a utility: from -1 to 1 for the result (see
// WinFactor), plus a part for the score. The comment of a parameter that is compared with utilities says so.
//
// These parameters exist in KataGo under other names:
//
//	CPUCT, CPUCTLog, CPUCTBase               cpuctExploration, …Log, …Base
//	SpreadScale, SpreadPrior, SpreadVisits   cpuctUtilityStdevScale, …Prior, …PriorWeight
//	FPU, RootFPU, FPUBlend                   fpuReductionMax, rootFpuReductionMax, fpuParentWeightByVisitedPolicyPow
//	WinFactor, StaticScore, DynamicScore     winLossUtilityFactor, staticScoreUtilityFactor, dynamicScoreUtilityFactor
//	CenterZero, CenterScale                  dynamicScoreCenterZeroWeight, dynamicScoreCenterScale
//	NoResult                                 noResultUtilityForWhite, with the other sign
//	Graph, ValueWeight, NoisePruning         useGraphSearch, valueWeightExponent, noisePruneUtilityScale
//	Uncertainty, UncertaintyMost             uncertaintyCoeff, uncertaintyMaxWeight
//	Bias, BiasPower, BiasForget              subtreeValueBiasFactor, …WeightExponent, …FreeProp
//	LCB, LCBVisits, Prune                    lcbStdevs, minVisitPropForLCB, chosenMovePrune
//	RootTemperature, RootSamples, RootWide   rootPolicyTemperature, rootNumSymmetriesToSample, wideRootNoise
//	RootNoise, RootNoiseTotal                rootDirichletNoiseWeight, …TotalConcentration
//	VirtualLoss                              numVirtualLossesPerThread
//	HidePast                                 ignorePreRootHistory
type Params struct {
	// CPUCT scales exploration by priors (Silver et al. 2016, AlphaGo), in utility. CPUCTLog is how much it
	// grows with the logarithm of the visits. The growth begins at about CPUCTBase visits.
	CPUCT     float64 `json:"cpuct"`
	CPUCTLog  float64 `json:"cpuctLog"`
	CPUCTBase float64 `json:"cpuctBase"`
	// SpreadScale is how strongly exploration follows the spread of the utilities below a node, 0..1. The
	// spread is the standard deviation divided by SpreadPrior, which counts as much as SpreadVisits visits.
	SpreadScale  float64 `json:"spreadScale"`
	SpreadPrior  float64 `json:"spreadPrior"`
	SpreadVisits float64 `json:"spreadVisits"`
	// FPU is how much worse than its node a move without visits is assumed to be, in utility. RootFPU is the
	// same at the root. Both are multiplied by the power FPUPower of the prior that was visited already. With
	// FPUBlend above 0, the node's utility is a blend of its own evaluation and of the mean below it. The
	// weight of the mean is the power FPUBlend of the prior that was visited.
	FPU      float64 `json:"fpu"`
	RootFPU  float64 `json:"rootFPU"`
	FPUPower float64 `json:"fpuPower"`
	FPUBlend float64 `json:"fpuBlend"`

	// WinFactor is the utility of winning. StaticScore is the utility of points, whichever player wins.
	// DynamicScore is the utility of points more than expected. Both are saturating functions of the score.
	// The static one is centred on zero, and its width is twice the square root of the board's points. The
	// dynamic one is centred on the root's score, which CenterZero draws towards zero, and its width is
	// CenterScale times that root.
	WinFactor    float64 `json:"winFactor"`
	StaticScore  float64 `json:"staticScore"`
	DynamicScore float64 `json:"dynamicScore"`
	CenterZero   float64 `json:"centerZero"`
	CenterScale  float64 `json:"centerScale"`
	// NoResult is the utility of a void game for Black.
	NoResult float64 `json:"noResult"`

	// Graph makes positions that are reached by several paths share what is found.
	Graph bool `json:"graph"`
	// ValueWeight gives bad moves less weight in the value of a node than their visits: by this power of the
	// probability that they are not worse than the mean. 0 turns this off.
	ValueWeight float64 `json:"valueWeight"`
	// NoisePruning takes weight from moves that got far more visits than their prior and are worse than the
	// moves with larger priors. It is the scale of that difference in utility; 0 turns this off.
	NoisePruning float64 `json:"noisePruning"`
	// Uncertainty weighs each evaluation by how certain the evaluator is, if the evaluator says so: the
	// weight is this number divided by the expected error in utility. 0 weighs all alike. UncertaintyMost is
	// the largest weight.
	Uncertainty     float64 `json:"uncertainty"`
	UncertaintyMost float64 `json:"uncertaintyMost"`
	// Bias corrects evaluations by this share of how far off they were after the same move in the same
	// surroundings elsewhere in the graph. A node counts there with the power BiasPower of its weight. When a
	// node is dropped, the share BiasForget of its contribution is forgotten.
	Bias       float64 `json:"bias"`
	BiasPower  float64 `json:"biasPower"`
	BiasForget float64 `json:"biasForget"`

	// RAVE is the number of visits at which a move's own results and its all-moves-as-first results weigh the
	// same (Gelly and Silver 2007). 0 ignores the latter. They are ignored too if the evaluator does not fill
	// Evaluation.First.
	RAVE float64 `json:"rave"`
	// ExpandVisits is the number of evaluations of a leaf before its moves are entered: 1 for a net, more for
	// rollouts.
	ExpandVisits int `json:"expandVisits"`

	// LCB is the width of a move's confidence bound in standard deviations. The final move is the one with
	// the best bound among those with at least LCBVisits times the visits of the most visited move, 0..1.
	// With [NoLCB] bounds are not used.
	LCB       float64 `json:"lcb"`
	LCBVisits float64 `json:"lcbVisits"`
	// Prune drops moves with less than this weight from the final choice.
	Prune float64 `json:"prune"`
	// Gumbel is the largest budget of playouts for which the root is searched by sequential halving
	// (Danihelka et al. 2022); 0 for never. GumbelNoise is the scale of the noise by which moves are drawn: 1
	// as published, 0 to take the best priors.
	Gumbel      int     `json:"gumbel"`
	GumbelNoise float64 `json:"gumbelNoise"`

	// RootTemperature above 1 flattens the root's priors. RootNoise is the share of Dirichlet noise in them,
	// and RootNoiseTotal its concentration. RootWide is how much random noise is added to utilities at the
	// root, so that more moves are explored there.
	RootTemperature float64 `json:"rootTemperature"`
	RootNoise       float64 `json:"rootNoise"`
	RootNoiseTotal  float64 `json:"rootNoiseTotal"`
	RootWide        float64 `json:"rootWide"`
	// RootSamples is how many evaluations of the root are averaged. It is for evaluators that see the
	// position in another symmetry each time.
	RootSamples int `json:"rootSamples"`

	// HumanPolicy says how a net of human games affects the search, if the search has one.
	HumanPolicy HumanPolicy `json:"people,omitzero"`

	// VirtualLoss is how many lost visits a playout in progress counts as. It sends other threads elsewhere.
	VirtualLoss float64 `json:"virtualLoss"`
	// Threads is the number of playouts at the same time. With 1, the same seed gives the same graph.
	Threads int `json:"threads"`
	// HidePast hides from the evaluator the moves that led to the root.
	HidePast bool `json:"hidePast"`
	// Seed is the start of the random numbers that evaluations get.
	Seed uint64 `json:"seed"`
	// MaxBytes is the memory that the graph may take. The search stops when it is used up; 0 for no limit.
	MaxBytes int64 `json:"maxBytes"`
}

// NoLCB as Params.LCBVisits makes the choice of a move depend on visits alone: no move has twice the visits
// of the most visited one.
const NoLCB = 2

// DefaultParams are the parameters for rollouts.
func DefaultParams() Params {
	return Params{CPUCT: 0.5, CPUCTBase: 500, SpreadPrior: 0.4, FPU: 0.1, RootFPU: 0.1, WinFactor: 0.92, StaticScore: 0.12, CenterScale: 0.75,
		UncertaintyMost: 8, RAVE: 2500, ExpandVisits: 6, RootTemperature: 1, RootSamples: 1, VirtualLoss: 1, Threads: 1, Seed: 1}
}

// NetParams are the parameters for a net. A net judges a position at once and says which moves are worth a
// try, so each leaf is expanded at its first evaluation and priors weigh more.
func NetParams() Params {
	return Params{
		CPUCT: 1, CPUCTLog: 0.45, CPUCTBase: 500, SpreadScale: 0.85, SpreadPrior: 0.4, SpreadVisits: 2,
		FPU: 0.2, RootFPU: 0.1, FPUPower: 0.5, FPUBlend: 2,
		WinFactor: 1, StaticScore: 0.1, DynamicScore: 0.3, CenterZero: 0.2, CenterScale: 0.75,
		Graph: true, ValueWeight: 0.25, NoisePruning: 0.15, Uncertainty: 0.25, UncertaintyMost: 8,
		Bias: 0.45, BiasPower: 0.85, BiasForget: 0.8, HumanPolicy: HumanPolicy{CPUCT: 1, Disapproval: 1e9},
		ExpandVisits: 1, LCB: 5, LCBVisits: 0.15, Prune: 1,
		RootTemperature: 1, RootNoiseTotal: 10.83, RootSamples: 1, VirtualLoss: 1, Threads: 1, Seed: 1,
	}
}

// radius is the largest distance of a utility from 0.
func (p *Params) radius() float64 { return p.WinFactor + p.StaticScore + p.DynamicScore }

// reach is the largest distance of a node's utility from 0. The node's own evaluation is within the radius.
// It is then corrected by a share, Bias, of its difference from the values below, whose evaluations are
// corrected too. reach is the limit of that series.
func (p *Params) reach() float64 { return p.radius() * (1 + p.Bias) / (1 - p.Bias) }

// ranges are the smallest and the largest value of each number, by the fields' JSON names.
var ranges = map[string][2]float64{
	"cpuct": {0, 100}, "cpuctLog": {0, 100}, "cpuctBase": {1, 1e9}, "spreadScale": {0, 1}, "spreadPrior": {1e-6, 10}, "spreadVisits": {0, 1000},
	"fpu": {-2, 2}, "rootFPU": {-2, 2}, "fpuPower": {0, 10}, "fpuBlend": {0, 10},
	"winFactor": {0, 1}, "staticScore": {0, 1}, "dynamicScore": {0, 1}, "centerZero": {0, 1}, "centerScale": {0.05, 20}, "noResult": {-1, 1},
	"valueWeight": {0, 1}, "noisePruning": {0, 10}, "uncertainty": {0, 10}, "uncertaintyMost": {0.1, 1000},
	"bias": {0, 1}, "biasPower": {0, 1}, "biasForget": {0, 1}, "rave": {0, 1e9}, "expandVisits": {1, 1e6},
	"lcb": {0, 100}, "lcbVisits": {0, NoLCB}, "prune": {0, 1e6}, "gumbel": {0, 1e6}, "gumbelNoise": {0, 10},
	"rootTemperature": {0.01, 100}, "rootNoise": {0, 1}, "rootNoiseTotal": {0, 1e6}, "rootWide": {0, 5}, "rootSamples": {1, 64},
	"virtualLoss": {0, 100}, "threads": {1, 1024},
}

// smallestBudget is the smallest MaxBytes: a few chunks of each arena.
const smallestBudget = 2 << 20

// Validate reports the first parameter that is out of range.
func (p Params) Validate() error {
	v := reflect.ValueOf(p)
	for i := range v.NumField() {
		name, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ",")
		r, bounded := ranges[name]
		if !bounded {
			continue
		}
		x := 0.0
		if f := v.Field(i); f.CanInt() {
			x = float64(f.Int())
		} else {
			x = f.Float()
		}
		if math.IsNaN(x) || x < r[0] || x > r[1] {
			return fmt.Errorf("%s is %v, not %v to %v", name, v.Field(i), r[0], r[1])
		}
	}
	if err := p.HumanPolicy.validate(); err != nil {
		return err
	}
	switch {
	case p.radius() <= 0:
		return fmt.Errorf("winFactor, staticScore and dynamicScore are all 0: nothing is worth anything")
	case p.MaxBytes < 0 || p.MaxBytes > 0 && p.MaxBytes < smallestBudget:
		return fmt.Errorf("maxBytes is %d, not 0 or from %d on", p.MaxBytes, smallestBudget)
	case p.RootNoise > 0 && p.RootNoiseTotal <= 0:
		return fmt.Errorf("rootNoiseTotal is %v, not above 0, with rootNoise", p.RootNoiseTotal)
	}
	return nil
}
