package mcts

import (
	"fmt"
	"math"
	"reflect"
	"strings"
)

// Params are the parameters of the search. The search maximises a utility. It is the sum of a part for the
// result, from -1 to 1 (see WinFactor), and a part for the score. A comment says "in utility" if this utility
// is the unit of the parameter.
//
// KataGo has other names for these parameters:
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
//	RootForced                               rootDesiredPerChildVisitsCoeff
//	VirtualLoss                              numVirtualLossesPerThread
//	HidePast                                 ignorePreRootHistory
//	ConservativePass                         conservativePass
type Params struct {
	// CPUCT scales exploration by priors (Silver et al. 2016, AlphaGo), in utility. The factor grows with the
	// logarithm of the visits. CPUCTLog is the rate of this growth, and CPUCTBase is the number of visits at
	// which it begins.
	CPUCT     float64 `json:"cpuct"`
	CPUCTLog  float64 `json:"cpuctLog"`
	CPUCTBase float64 `json:"cpuctBase"`
	// SpreadScale is the strength with which exploration follows the spread of the utilities below a node, 0..1.
	// The spread is the standard deviation of these utilities, divided by SpreadPrior. Before the first visit
	// the deviation is assumed to be SpreadPrior. This assumption has the weight of SpreadVisits visits.
	SpreadScale  float64 `json:"spreadScale"`
	SpreadPrior  float64 `json:"spreadPrior"`
	SpreadVisits float64 `json:"spreadVisits"`
	// FPU (first-play urgency) is the assumed loss by a move without visits, compared with the utility of its
	// node. RootFPU is the same at the root. Let m be the sum of the priors of the visited moves. FPU and
	// RootFPU are multiplied by m to the power FPUPower. If FPUBlend is above 0, the node's utility is replaced
	// by a mean of the node's own evaluation and of the utility below the node. In this mean the utility below
	// the node has the weight m to the power FPUBlend.
	FPU      float64 `json:"fpu"`
	RootFPU  float64 `json:"rootFPU"`
	FPUPower float64 `json:"fpuPower"`
	FPUBlend float64 `json:"fpuBlend"`

	// WinFactor is the utility of winning. StaticScore is the utility of a lead in points. DynamicScore is the
	// utility of a better score than the root's. StaticScore and DynamicScore are the largest values of two
	// saturating functions of the score. The static function is centred on zero, and its width is twice the
	// square root of the number of points of the board. The dynamic function is centred on the expected score at
	// the root, moved towards zero by the share CenterZero. Its width is CenterScale times the same square root.
	WinFactor    float64 `json:"winFactor"`
	StaticScore  float64 `json:"staticScore"`
	DynamicScore float64 `json:"dynamicScore"`
	CenterZero   float64 `json:"centerZero"`
	CenterScale  float64 `json:"centerScale"`
	// NoResult is the utility of a void game, from Black's point of view.
	NoResult float64 `json:"noResult"`

	// Graph lets positions that are reached by several paths share one node.
	Graph bool `json:"graph"`
	// ValueWeight reduces the weight of bad moves in the value of a node. A move's visits are multiplied by the
	// probability that the move is not worse than the mean, to the power ValueWeight. 0 turns this off.
	ValueWeight float64 `json:"valueWeight"`
	// NoisePruning reduces the weight of a move under two conditions: the move is worse than the moves with
	// larger priors, and it got far more than its prior's share of the visits. NoisePruning is the scale of the
	// difference in utility. 0 turns this off.
	NoisePruning float64 `json:"noisePruning"`
	// Uncertainty gives larger weights to evaluations with smaller expected errors, if the evaluator reports
	// them. The weight is Uncertainty divided by the expected error in utility. If Uncertainty is 0, all
	// evaluations have the same weight. UncertaintyMost is the largest weight.
	Uncertainty     float64 `json:"uncertainty"`
	UncertaintyMost float64 `json:"uncertaintyMost"`
	// Evaluations after the same move in the same surroundings tend to have the same error. Bias is the share of
	// their mean error by which an evaluation is corrected. In this mean error, the weight of a node is the
	// weight of its children to the power BiasPower. When a node is dropped, the share BiasForget of its
	// contribution to the mean is removed.
	Bias       float64 `json:"bias"`
	BiasPower  float64 `json:"biasPower"`
	BiasForget float64 `json:"biasForget"`

	// After RAVE visits, a move's own results and its all-moves-as-first results have the same weight (Gelly and
	// Silver 2007). All-moves-as-first results are ignored if RAVE is 0, or if the evaluator does not fill
	// Evaluation.First.
	RAVE float64 `json:"rave"`
	// ExpandVisits is the number of evaluations after which a leaf gets its moves: 1 for a net, more for
	// rollouts.
	ExpandVisits int `json:"expandVisits"`

	// LCB is the distance of a move's lower confidence bound from its mean, in standard deviations. The final
	// choice prefers the move with the best bound, among the moves with at least LCBVisits (0..1) times the
	// visits of the most visited move. If LCBVisits is [NoLCB], the final choice does not use bounds.
	LCB       float64 `json:"lcb"`
	LCBVisits float64 `json:"lcbVisits"`
	// Prune is the least weight of a move in the final choice. Moves with less weight are dropped.
	Prune float64 `json:"prune"`
	// Gumbel is the largest number of playouts of a run for which the root is searched by sequential halving
	// (Danihelka et al. 2022); 0 for never. GumbelNoise is the scale of the noise that decides which moves are
	// drawn. The published scale is 1. If GumbelNoise is 0, the moves with the largest priors are taken.
	// GumbelScale is c_scale of the article, the weight of values against the logarithms of priors. The values are
	// utilities, divided so that they differ by at most 1.
	Gumbel      int     `json:"gumbel"`
	GumbelNoise float64 `json:"gumbelNoise"`
	GumbelScale float64 `json:"gumbelScale"`

	// RootTemperature above 1 flattens the root's priors. RootNoise is the share of Dirichlet noise in these
	// priors, and RootNoiseTotal is the total concentration of this noise. RootWide is the size of random noise
	// that is added to utilities at the root. It makes the search explore more moves.
	RootTemperature float64 `json:"rootTemperature"`
	RootNoise       float64 `json:"rootNoise"`
	RootNoiseTotal  float64 `json:"rootNoiseTotal"`
	RootWide        float64 `json:"rootWide"`
	// RootForced is the strength of forced playouts (Wu 2019, "Accelerating self-play learning in Go", section
	// 3.2): a move of the root that has been tried gets playouts until its weight is the square root of RootForced
	// times its prior times the weight of all moves. 0 turns this off. Play-selection values do not count these
	// playouts, unless they turned out to be deserved.
	RootForced float64 `json:"rootForced,omitzero"`
	// RootSamples is the number of evaluations of the root that are averaged. It is useful for evaluators that
	// see the position in another symmetry each time.
	RootSamples int `json:"rootSamples"`

	// HumanPolicy describes the influence of a net of human games. It matters only if the search has such a net.
	HumanPolicy HumanPolicy `json:"people,omitzero"`

	// A playout in progress counts as VirtualLoss lost visits. This makes the other threads choose other moves.
	VirtualLoss float64 `json:"virtualLoss"`
	// Threads is the number of threads, each of which makes one playout at a time. With one thread, the same
	// seed gives the same graph.
	Threads int `json:"threads"`
	// HidePast hides the moves before the root from the evaluator.
	HidePast bool `json:"hidePast"`
	// ConservativePass continues the game after a pass at the root that ends it: the evaluator judges this pass,
	// and the moves after it are searched. Without it, such a pass has the value of the count.
	ConservativePass bool `json:"conservativePass,omitzero"`
	// Seed is the seed from which the seeds of evaluations and the search's own random numbers are derived.
	Seed uint64 `json:"seed"`
	// MaxBytes is the memory that the graph may take, in bytes; 0 for no limit. The search stops when this
	// memory is used up.
	MaxBytes int64 `json:"maxBytes"`
}

// NoLCB is a value of Params.LCBVisits that turns confidence bounds off. It requires twice the visits of the
// most visited move, which no move has.
const NoLCB = 2

// RolloutParams are the parameters for rollouts. [NetParams] are those for a net.
func RolloutParams() Params {
	return Params{CPUCT: 0.5, CPUCTBase: 500, SpreadPrior: 0.4, FPU: 0.1, RootFPU: 0.1, WinFactor: 0.92, StaticScore: 0.12, CenterScale: 0.75,
		UncertaintyMost: 8, RAVE: 2500, ExpandVisits: 6, GumbelScale: 0.25, RootTemperature: 1, RootSamples: 1, VirtualLoss: 1, Threads: 1, Seed: 1}
}

// NetParams are the parameters for a net. One evaluation by a net gives a good value and good priors. So each
// leaf is expanded at its first evaluation, and priors have more weight than with rollouts.
func NetParams() Params {
	return Params{
		CPUCT: 1, CPUCTLog: 0.45, CPUCTBase: 500, SpreadScale: 0.85, SpreadPrior: 0.4, SpreadVisits: 2,
		FPU: 0.2, RootFPU: 0.1, FPUPower: 0.5, FPUBlend: 2,
		WinFactor: 1, StaticScore: 0.1, DynamicScore: 0.3, CenterZero: 0.2, CenterScale: 0.75,
		Graph: true, ValueWeight: 0.25, NoisePruning: 0.15, Uncertainty: 0.25, UncertaintyMost: 8,
		Bias: 0.45, BiasPower: 0.85, BiasForget: 0.8, HumanPolicy: HumanPolicy{CPUCT: 1, Disapproval: 1e9},
		ExpandVisits: 1, LCB: 5, LCBVisits: 0.15, Prune: 1, GumbelScale: 0.25,
		RootTemperature: 1, RootNoiseTotal: 10.83, RootSamples: 1, VirtualLoss: 1, Threads: 1, Seed: 1,
	}
}

// radius returns the largest absolute value of a utility without corrections.
func (p *Params) radius() float64 { return p.WinFactor + p.StaticScore + p.DynamicScore }

// reach returns the largest absolute value of a node's utility. It is larger than the radius, because each
// evaluation is corrected by a share of its difference from the values below it. Bias is this share. The values
// below were corrected in the same way, so the bound is the limit of a series.
func (p *Params) reach() float64 { return p.radius() * (1 + p.Bias) / (1 - p.Bias) }

// ranges holds the smallest and the largest value of each numeric field, by the field's JSON name.
var ranges = map[string][2]float64{
	"cpuct": {0, 100}, "cpuctLog": {0, 100}, "cpuctBase": {1, 1e9}, "spreadScale": {0, 1}, "spreadPrior": {1e-6, 10}, "spreadVisits": {0, 1000},
	"fpu": {-2, 2}, "rootFPU": {-2, 2}, "fpuPower": {0, 10}, "fpuBlend": {0, 10},
	"winFactor": {0, 1}, "staticScore": {0, 1}, "dynamicScore": {0, 1}, "centerZero": {0, 1}, "centerScale": {0.05, 20}, "noResult": {-1, 1},
	"valueWeight": {0, 1}, "noisePruning": {0, 10}, "uncertainty": {0, 10}, "uncertaintyMost": {0.1, 1000},
	"bias": {0, 1}, "biasPower": {0, 1}, "biasForget": {0, 1}, "rave": {0, 1e9}, "expandVisits": {1, 1e6},
	"lcb": {0, 100}, "lcbVisits": {0, NoLCB}, "prune": {0, 1e6}, "gumbel": {0, 1e6}, "gumbelNoise": {0, 10}, "gumbelScale": {0, 100},
	"rootTemperature": {0.01, 100}, "rootNoise": {0, 1}, "rootNoiseTotal": {0, 1e6}, "rootWide": {0, 5}, "rootForced": {0, 1000}, "rootSamples": {1, 64},
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
