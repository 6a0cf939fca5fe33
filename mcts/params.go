package mcts

import (
	"fmt"
	"math"
	"reflect"
	"strings"
)

// Params are the parameters of the search. The search maximises a utility, which is -1
// to 1 for the result, see WinFactor, and some more for the score; a parameter that is
// compared with utilities says so.
//
// What KataGo has too is called there:
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
	// CPUCT scales exploration by priors (Silver et al. 2016, AlphaGo), in utility.
	// CPUCTLog is by how much it grows with the logarithm of the visits, from about
	// CPUCTBase visits on.
	CPUCT     float64 `json:"cpuct"`
	CPUCTLog  float64 `json:"cpuctLog"`
	CPUCTBase float64 `json:"cpuctBase"`
	// SpreadScale is how far exploration follows the spread of the utilities below a
	// node, 0..1: their standard deviation against SpreadPrior, which counts for
	// SpreadVisits visits.
	SpreadScale  float64 `json:"spreadScale"`
	SpreadPrior  float64 `json:"spreadPrior"`
	SpreadVisits float64 `json:"spreadVisits"`
	// FPU is how much worse than its node a move without visits is thought to be, in
	// utility, RootFPU the same at the root. It is multiplied by that power, FPUPower,
	// utility the prior that was visited already. The node's utility is its own evaluation's
	// where little prior was visited: by the power FPUBlend of it, the mean of all below.
	FPU      float64 `json:"fpu"`
	RootFPU  float64 `json:"rootFPU"`
	FPUPower float64 `json:"fpuPower"`
	FPUBlend float64 `json:"fpuBlend"`

	// WinFactor is the worth of winning. StaticScore is the worth of points whichever player
	// wins, DynamicScore what points more than expected are: a saturating function of
	// the score, around zero and twice the board's root wide, or around the root's score,
	// drawn to zero by CenterZero, and CenterScale times that root wide.
	WinFactor    float64 `json:"winFactor"`
	StaticScore  float64 `json:"staticScore"`
	DynamicScore float64 `json:"dynamicScore"`
	CenterZero   float64 `json:"centerZero"`
	CenterScale  float64 `json:"centerScale"`
	// NoResult is what a void game is worth to Black.
	NoResult float64 `json:"noResult"`

	// Graph lets positions that are reached in several ways share what is found.
	Graph bool `json:"graph"`
	// ValueWeight gives bad moves less than their visits' weight in the value of a node,
	// by this power of the probability that they are no worse than the mean; 0 does not.
	ValueWeight float64 `json:"valueWeight"`
	// NoisePruning takes weight from moves that got far more visits than their prior
	// and are worse than those before, over this scale of utility; 0 does not.
	NoisePruning float64 `json:"noisePruning"`
	// Uncertainty weighs evaluations by how sure the evaluator is, where it says so:
	// this over its expected error in utility; 0 weighs all alike. UncertaintyMost is
	// the largest weight.
	Uncertainty     float64 `json:"uncertainty"`
	UncertaintyMost float64 `json:"uncertaintyMost"`
	// Bias corrects evaluations by this share of how far off they were after the same
	// move in the same surroundings elsewhere in the graph. BiasPower is the power of
	// a node's weight that it counts with, BiasForget the share that is forgotten with a
	// node that is dropped.
	Bias       float64 `json:"bias"`
	BiasPower  float64 `json:"biasPower"`
	BiasForget float64 `json:"biasForget"`

	// RAVE is the number of visits at which a move's own results and its
	// all-moves-as-first results weigh the same; 0 ignores the latter (Gelly and Silver
	// 2007), as does a search whose evaluator does not fill Evaluation.First.
	RAVE float64 `json:"rave"`
	// ExpandVisits is the number of evaluations of a leaf before its moves are
	// entered: 1 for a net, more for rollouts.
	ExpandVisits int `json:"expandVisits"`

	// LCB is the width of a move's confidence bound in standard deviations, by which the
	// final move is chosen among those with LCBVisits of the visits of the most visited,
	// 0..1; with [NoLCB] it is not.
	LCB       float64 `json:"lcb"`
	LCBVisits float64 `json:"lcbVisits"`
	// Prune drops moves with less than this weight from the final choice.
	Prune float64 `json:"prune"`
	// Gumbel is the largest budget of playouts for which the root is searched by
	// sequential halving (Danihelka et al. 2022); 0 never. GumbelNoise is the scale of
	// the noise by which moves are drawn: 1 as published, 0 takes the best priors.
	Gumbel      int     `json:"gumbel"`
	GumbelNoise float64 `json:"gumbelNoise"`

	// RootTemperature flattens the root's priors above 1. RootNoise is the share of
	// Dirichlet noise in them, of RootNoiseTotal concentration; RootWide is how far
	// utilities at the root are spread by luck, to see more moves there.
	RootTemperature float64 `json:"rootTemperature"`
	RootNoise       float64 `json:"rootNoise"`
	RootNoiseTotal  float64 `json:"rootNoiseTotal"`
	RootWide        float64 `json:"rootWide"`
	// RootSamples is how many evaluations of the root are averaged, for evaluators that
	// see it in another symmetry each time.
	RootSamples int `json:"rootSamples"`

	// HumanPolicy says what a net of human games does to the search, where it has one.
	HumanPolicy HumanPolicy `json:"people,omitzero"`

	// VirtualLoss is how many lost visits a playout in progress counts for,
	// which sends other threads elsewhere.
	VirtualLoss float64 `json:"virtualLoss"`
	// Threads is the number of playouts at a time. With 1, the same seed gives
	// the same graph.
	Threads int `json:"threads"`
	// HidePast hides from the evaluator how the position at the root came about.
	HidePast bool `json:"hidePast"`
	// Seed is the start of the random numbers that evaluations are given.
	Seed uint64 `json:"seed"`
	// MaxBytes is the memory that the graph may take; at its end the search stops. 0
	// means no end.
	MaxBytes int64 `json:"maxBytes"`
}

// NoLCB as Params.LCBVisits leaves the choice of a move to visits: no move has so many
// times those of the most visited.
const NoLCB = 2

// DefaultParams suit rollouts.
func DefaultParams() Params {
	return Params{CPUCT: 0.5, CPUCTBase: 500, SpreadPrior: 0.4, FPU: 0.1, RootFPU: 0.1, WinFactor: 0.92, StaticScore: 0.12, CenterScale: 0.75,
		UncertaintyMost: 8, RAVE: 2500, ExpandVisits: 6, RootTemperature: 1, RootSamples: 1, VirtualLoss: 1, Threads: 1, Seed: 1}
}

// NetParams suit a net: it judges a position at once and says which moves are worth
// a try, so each leaf is entered at its first evaluation and the priors weigh more.
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

// radius is how far utility can be from 0.
func (p *Params) radius() float64 { return p.WinFactor + p.StaticScore + p.DynamicScore }

// reach is how far the utility of a node can be from 0. Its own evaluation is within the
// radius, but it is corrected by a share, Bias, of how far it is from what was found below
// it, where evaluations are corrected too: so this is what it can be where it and all
// below is wrong by as much as possible.
func (p *Params) reach() float64 { return p.radius() * (1 + p.Bias) / (1 - p.Bias) }

// ranges are what each number may be; they are the fields' JSON names.
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

// smallestBudget is the least that MaxBytes may be: a few chunks of everything.
const smallestBudget = 2 << 20

// Validate reports the first parameter that makes no sense.
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
