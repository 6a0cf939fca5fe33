package baduk_test
import ("syscall";"time")
func cpu() time.Duration { var u syscall.Rusage; syscall.Getrusage(0,&u); return time.Duration(u.Utime.Nano()) }
