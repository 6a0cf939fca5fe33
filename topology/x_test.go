package topology
import ("testing";"math";"time")
func TestX(t *testing.T){
 for _,s:=range []string{"-x^2-y^2","exp(-x^2-y^2)","1/x","x%2==0 ? 1 : 0","filter(1..3, # > 1)","1..3","let a = 1; a","x.y","\"a\"","$env","foo","foo(1)","min(x,y,3)","min()","int((x+360)/361)","abs(x,y)","x > true","1/(x>2)","[1]","{a:1}","x ?? 1","x | abs","1;2","if x>1 {1} else {0}","((((","x in [1]","9223372036854775808","0x10","x ==","#","not x", "x == true","map", "sqrt", "sqrt+1", "x(1)", "pow(0,-1)","now()","/(1,2)","x ? 1 : 0", "- - -x", "1 // c", "sum([1,2])", "i+d", "x>0 ? 1 : true", "nil","x<y<3"}{
  e,err:=compile(s,&pointVariables{})
  if err!=nil { t.Logf("%-25s ERR %v",s,err); continue}
  v,tr,err:=e.value(&pointVariables{2,3,0,0})
  t.Log(s,v,tr,err)
 }
 worst := 0.0
 for x:=-745.0;x<709;x+=0.0137 { d:=math.Abs(exp(x)-math.Exp(x))/ (math.Nextafter(math.Exp(x),math.Inf(1))-math.Exp(x)); worst=max(worst,d)}
 t.Log(worst)
 worst=0
 for x:=1e-5;x<1e5;x*=1.00037 { m:=math.Log(x);d:=math.Abs(log(x)-m)/ (math.Nextafter(math.Abs(m),math.Inf(1))-math.Abs(m)); worst=max(worst,d)}
 t.Log(worst, exp(1)-math.E, exp(0), exp(-1))
 e,_:=compile("exp(-x^2-y^2)",&pointVariables{})
 s:=time.Now(); for i:=range 100000 { e.value(&pointVariables{float64(i),1,1,1})}; t.Log(time.Since(s)/100000)
 e,_=compile("z > 1/1000",&sumVariables{})
 s=time.Now(); for i:=range 100000 { e.alive(float64(i))}; t.Log(time.Since(s)/100000)
}
