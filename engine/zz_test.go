package engine
import ("testing";"time";"tengen/baduk";"tengen/tactics";"tengen/lab")
func TestZZ(t *testing.T){
 for _, tr := range lab.Troubles() {
  rules,_:=baduk.ParseRules("japanese")
  g,_:=tr.Game(rules)
  for _,bud:=range []int{4000,20000,200000} {
  b:=time.Now()
  st:=tactics.Statuses(&g.Position().Board, false, bud)
  d:=time.Since(b)
  un:=0
  cnt:=map[tactics.Status]int{}
  for i,s:=range st { if g.At(baduk.Point(i))!=baduk.Empty { cnt[s]++; if s==tactics.Unread {un++}}}
  t.Log(tr.Name,bud,d,un,cnt, tactics.Regions(&g.Position().Board,false))
 }}
}
